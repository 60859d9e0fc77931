import { useEffect, useRef } from "react";
import { useValue } from "../ui/react.tsx";
import { $offer, type Step } from "./offer.ts";
import styles from "./toast.css?url";
import { isLarge, offerText, turn, withdrawOffer } from "./undo.ts";

const OFFER_MS = 10_000;
const LARGE_OFFER_MS = 60_000;

/** Offers to undo the last step for a while; the undo keys work longer. */
export default function UndoToast() {
  const offer = useValue($offer);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (offer === null) return;
    const isInUse = () => button.current?.matches(":hover, :focus");
    // Never withdraw it while the button is in use.
    const timer = setInterval(() => isInUse() || withdrawOffer(), isLarge(offer.step) ? LARGE_OFFER_MS : OFFER_MS);
    return () => clearInterval(timer);
  }, [offer]);
  if (offer === null) return null;
  const isUndone = offer.act === "undo";
  const press = () => {
    void turn(isUndone ? "redo" : "undo");
    document.querySelector<HTMLElement>(focusTarget(offer.step))?.focus({ preventScroll: true });
  };
  return (
    <div className="toast">
      <link rel="stylesheet" href={styles} precedence="default" />
      <span>{offerText(offer)}</span>
      {offer.step.length > 0 && (
        <button
          ref={button}
          type="button"
          className="undo"
          aria-keyshortcuts={isUndone ? REDO_KEYS : UNDO_KEYS}
          onClick={press}
        >
          {isUndone ? "Redo" : "Undo"}
        </button>
      )}
    </div>
  );
}

/** The button disappears, so the focus moves to the tick or the question concerned. */
function focusTarget([made]: Step): string {
  if (made === undefined || made.change.table === "marks") return ".rows [aria-expanded=true]";
  return `#day-${made.change.row} [value="${made.change.column}"]`;
}

const UNDO_KEYS = "Control+Z Meta+Z";
const REDO_KEYS = "Control+Shift+Z Meta+Shift+Z Control+Y";
