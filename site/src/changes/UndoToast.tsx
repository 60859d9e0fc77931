import type { TickCell } from "@dailyleet/core";
import { useEffect, useRef } from "react";
import { useValue } from "../ui/react.tsx";
import { nameOf, speak, tickText } from "../view/speech.ts";
import { change } from "./change.ts";
import { $offer, type Step, withdrawOffer } from "./steps.ts";
import styles from "./toast.css?url";
import { isLarge, offerText, tickOffered, turn } from "./undo.ts";

const OFFER_MS = 10_000;
const LARGE_OFFER_MS = 60_000;

/** Offers to undo the last step for a while; the undo keys work longer. */
export default function UndoToast() {
  const offer = useValue($offer);
  const toast = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (offer === null) return;
    const isInUse = () => toast.current?.querySelector("button:is(:hover, :focus)");
    // Never withdraw it while a button is in use.
    const timer = setInterval(() => isInUse() || withdrawOffer(), isLarge(offer.step) ? LARGE_OFFER_MS : OFFER_MS);
    return () => clearInterval(timer);
  }, [offer]);
  if (offer === null) return null;
  const isUndone = offer.act === "undo";
  const press = () => {
    void turn(isUndone ? "redo" : "undo");
    focusChanged(offer.step);
  };
  const beside = tickOffered(offer);
  const tickToo = (cell: TickCell) => {
    const ticked = { ...cell, state: true };
    void change(ticked);
    speak(tickText(ticked));
    focusChanged(offer.step);
  };
  return (
    <div ref={toast} className="toast" data-of={offer.step[0]?.change.table}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <span>{offerText(offer)}</span>
      {beside && (
        <button type="button" className="undo beside" onClick={() => tickToo(beside)}>
          {`Tick ${nameOf(beside)}, too`}
        </button>
      )}
      {offer.step.length > 0 && (
        <button type="button" className="undo" aria-keyshortcuts={isUndone ? REDO_KEYS : UNDO_KEYS} onClick={press}>
          {isUndone ? "Redo" : "Undo"}
        </button>
      )}
    </div>
  );
}

/** The button disappears, so the focus moves to the tick or the question concerned, else to the screen. */
function focusChanged([made]: Step): void {
  const isTick = typeof made?.change.table === "number";
  const target = isTick
    ? `#day-${made.change.row} [value="${made.change.column}"]`
    : ":is(.rows [aria-expanded=true], .marking)";
  const shown = document.querySelector<HTMLElement>("main:not([hidden])");
  (shown?.querySelector<HTMLElement>(target) ?? shown)?.focus({ preventScroll: true });
}

const UNDO_KEYS = "Control+Z Meta+Z";
const REDO_KEYS = "Control+Shift+Z Meta+Shift+Z Control+Y";
