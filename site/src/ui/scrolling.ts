/**
 * Scrolls at once to an element inside of `content-visibility: auto`. Firefox and WebKit do not, where it was hidden
 * until now, unless they have been asked where it is.
 */
export function bringIntoView(element: Element, block: ScrollLogicalPosition): void {
  element.getBoundingClientRect();
  element.scrollIntoView({ block, behavior: "instant" });
}

/** Opens a dialog at its beginning. Left to itself it would focus its first control, which may be the last thing in it. */
export function openSheet(sheet: HTMLDialogElement | null): void {
  if (sheet === null) return;
  sheet.showModal();
  sheet.querySelector("h2")?.focus({ preventScroll: true });
  sheet.scrollTop = 0;
}

/** How much of the way to a place is seen, in windows: days on that way are drawn already (`daysAround`). */
export const SEEN_WAY = 0.25;
/** An engine's own smooth scrolling takes as long as it likes, up to a second and more. */
const WAY_MS = 350;

export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scrolls a day of the calendar to where its style sheet puts it, about the middle; the end of the way is seen. */
export function scrollToDay(day: Element | null): void {
  if (day) travel(() => bringIntoView(day, "start"));
}

export function scrollToTop(): void {
  travel(() => scrollTo({ top: 0, behavior: "instant" }));
}

let stop = () => {};

/** Calls `arrive` in each frame, because what is above the place may still change its height, until somebody scrolls. */
function travel(arrive: () => void): void {
  stop();
  const before = scrollY;
  arrive();
  if (isMotionReduced()) return;
  const most = SEEN_WAY * innerHeight;
  const way = Math.max(-most, Math.min(before - scrollY, most));
  const travelling = new AbortController();
  stop = () => travelling.abort();
  // Captured, so that the key that began this is not heard any more.
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(type, stop, { signal: travelling.signal, passive: true, capture: true });
  }
  const begin = performance.now();
  const step = (now: number) => {
    if (travelling.signal.aborted) return;
    // A frame's time may be before the turn that it ends, by as long as that took.
    const left = Math.min(1, Math.max(0, 1 - (now - begin) / WAY_MS));
    arrive();
    scrollBy({ top: way * left ** 3, behavior: "instant" });
    if (left > 0) requestAnimationFrame(step);
    else stop();
  };
  step(begin);
}
