/** Smooth, unless the person prefers less motion. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}

/**
 * Scrolls a day of the calendar to the middle of the window. Firefox and WebKit do not scroll to what was hidden until
 * now inside of `content-visibility: auto`, unless they have been asked where it is.
 */
export function scrollToDay(day: Element | null, behavior = scrollBehavior()): void {
  day?.getBoundingClientRect();
  day?.scrollIntoView({ block: "center", behavior });
}
