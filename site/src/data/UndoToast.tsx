import { isMarkChange } from "@dailyleet/core";
import { useEffect, useRef } from "react";
import { $offer } from "../app/status.ts";
import { useValue } from "../ui/react.tsx";
import { offerText } from "./offerText.ts";
import { redo, undo, withdrawOffer } from "./undo.ts";
import { isLarge, type Step } from "./undoSteps.ts";

const OFFER_MS = 10_000;
const LARGE_OFFER_MS = 60_000;

/** What was just done, and the way back; where a thumb reaches it. It shows for a while; the keys work longer. */
export default function UndoToast() {
  const offer = useValue($offer);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (offer === null) return;
    const isInUse = () => button.current?.matches(":hover, :focus");
    // It does not go away under somebody's finger.
    const timer = setInterval(() => isInUse() || withdrawOffer(), isLarge(offer.step) ? LARGE_OFFER_MS : OFFER_MS);
    return () => clearInterval(timer);
  }, [offer]);
  if (offer === null) return null;
  const isUndone = offer.act === "undo";
  const turn = () => {
    void (isUndone ? redo() : undo());
    document.querySelector<HTMLElement>(nextBestPlace(offer.step))?.focus({ preventScroll: true });
  };
  return (
    <div className="toast">
      <span>{offerText(offer)}</span>
      {offer.step.length > 0 && (
        <button
          ref={button}
          type="button"
          className="undo"
          aria-keyshortcuts={isUndone ? REDO_KEYS : UNDO_KEYS}
          onClick={turn}
        >
          {isUndone ? "Redo" : "Undo"}
        </button>
      )}
    </div>
  );
}

/** The button changes, so the focus goes to the tick that it was about, or to the open question. */
function nextBestPlace([change]: Step): string {
  if (change === undefined || isMarkChange(change)) return ".rows [aria-expanded=true]";
  return `#day-${change.day} [value="${change.source}"]`;
}

const UNDO_KEYS = "Control+Z Meta+Z";
const REDO_KEYS = "Control+Shift+Z Meta+Shift+Z Control+Y";
