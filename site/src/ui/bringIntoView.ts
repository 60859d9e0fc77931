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
