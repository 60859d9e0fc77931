/**
 * Scrolls at once to an element inside of `content-visibility: auto`. Firefox and WebKit scroll to a skipped element
 * only after its rectangle has been read.
 */
export function bringIntoView(element: Element, block: ScrollLogicalPosition): void {
  element.getBoundingClientRect();
  element.scrollIntoView({ block, behavior: "instant" });
}

/** The animated end of a scroll, in window heights; `daysAround` draws its days. */
export const SEEN_WAY = 0.25;
/** An engine's own smooth scrolling may take more than a second. */
const WAY_MS = 350;

export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scrolls a day of the calendar to about the middle, so that the month's heading cuts no day. */
export function scrollToDay(day: HTMLElement | null): void {
  if (day === null) return;
  travel(() => {
    bringIntoView(day, "start");
    showWholeDays(day);
  });
}

/** If the month's sticky heading covers part of a day, scrolls to the day's nearer edge. */
function showWholeDays(goal: HTMLElement): void {
  let below = goal;
  for (let day: HTMLElement | null = goal; day !== null; day = dayBefore(day)) {
    const { top, height } = day.getBoundingClientRect();
    const edge = headingEdge(day);
    if (top + height <= edge) return;
    if (top < edge) {
      if (day !== goal && edge - top > height / 2) scrollDown(below.getBoundingClientRect().top - edge);
      // Needed as well if the page's end stopped that scroll.
      const cut = headingEdge(day) - day.getBoundingClientRect().top;
      if (cut < height) scrollDown(-cut);
      return;
    }
    below = day;
  }
}

const dayBefore = (day: HTMLElement) => document.getElementById(`day-${Number(day.dataset.day) - 1}`);

const scrollDown = (top: number) => scrollBy({ top, behavior: "instant" });

/** The lower edge (px) of the heading of a day's month; 0 if the heading has left the window. */
function headingEdge(day: Element): number {
  return Math.max(0, day.closest(".month")?.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
}

export function scrollToTop(): void {
  travel(() => scrollTo({ top: 0, behavior: "instant" }));
}

let stop = () => {};

/**
 * Animates the end of a scroll, unless the person scrolls. Each frame measures the target again, because content above
 * it may change its height.
 */
function travel(arrive: () => void): void {
  stop();
  const before = scrollY;
  arrive();
  if (isMotionReduced()) return;
  const most = SEEN_WAY * innerHeight;
  const way = Math.max(-most, Math.min(before - scrollY, most));
  const travelling = new AbortController();
  stop = () => travelling.abort();
  // The key that began this has already passed the capture phase.
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(type, stop, { signal: travelling.signal, passive: true, capture: true });
  }
  const begin = performance.now();
  const step = (now: number) => {
    if (travelling.signal.aborted) return;
    // The time of the first frame may be before `begin`.
    const left = Math.min(1, Math.max(0, 1 - (now - begin) / WAY_MS));
    arrive();
    scrollDown(way * left ** 3);
    if (left > 0) requestAnimationFrame(step);
    else stop();
  };
  step(begin);
}
