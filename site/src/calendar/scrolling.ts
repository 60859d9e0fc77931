/** How much of the way to a day is seen when the page opens, in windows: on that way the days are drawn already. */
export const SEEN_WAY = 0.25;

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

/** The same when the page opens: a smooth way begins near its end, because what lies before is not drawn yet. */
export function openAtDay(day: Element | null): void {
  scrollToDay(day, "instant");
  if (scrollBehavior() === "instant") return;
  scrollBy({ top: -innerHeight * SEEN_WAY, behavior: "instant" });
  scrollToDay(day);
}
