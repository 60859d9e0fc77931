/**
 * Scrolls at once to an element inside of `content-visibility: auto`. Firefox and WebKit do not, where it was hidden
 * until now, unless they have been asked where it is.
 */
export function bringIntoView(element: Element, block: ScrollLogicalPosition): void {
  element.getBoundingClientRect();
  element.scrollIntoView({ block, behavior: "instant" });
}
