import { useEffect, useRef } from "react";
import { $offer } from "../stores/status.ts";
import { undo, withdrawOffer } from "../stores/undo.ts";
import { useValue } from "./useValue.ts";

const OFFER_MS = 10_000;

/** Takes back the last tick. It shows for a while after each; Ctrl+Z works longer. */
export default function UndoButton() {
  const offer = useValue($offer);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (offer === null) return;
    // It does not go away under somebody's finger.
    const timer = setInterval(() => button.current?.matches(":hover, :focus") || withdrawOffer(), OFFER_MS);
    return () => clearInterval(timer);
  }, [offer]);
  const takeBack = () => {
    void undo();
    // The button goes; the tick that it was about is the next best place.
    const [cell] = offer ?? [];
    document.querySelector<HTMLElement>(`#day-${cell?.day} [value="${cell?.source}"]`)?.focus({ preventScroll: true });
  };
  return (
    <button ref={button} type="button" className="undo" aria-keyshortcuts="Control+Z Meta+Z" onClick={takeBack}>
      Undo
    </button>
  );
}
