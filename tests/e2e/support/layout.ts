import type { Locator, Page } from "playwright-core";

export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The lower edge (px) of the bar and of the month's heading, which stick to the top of the window. */
export function stuckHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stuck = [...document.querySelectorAll(".bar, .month > header")].map((part) => part.getBoundingClientRect());
    return Math.max(...stuck.filter(({ top }) => top < 100).map(({ bottom }) => bottom));
  });
}

/** The distance (px) from a popover to its button; infinite if the popover is not wholly in the window. */
export function gapToButton(popover: Element): number {
  const button = document.querySelector(`[popovertarget=${popover.id}]`)?.getBoundingClientRect() ?? new DOMRect();
  const { left, right, top, bottom } = popover.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return Number.POSITIVE_INFINITY;
  return Math.max(button.left - right, left - button.right, button.top - bottom, top - button.bottom);
}

export interface Walk {
  /** Buttons and links of the calendar that another element covers: `text by element`. */
  readonly covered: readonly string[];
  /** The number of points that were checked. */
  readonly checked: number;
  /** The number of scroll positions at which the link to the top was in the window. */
  readonly withArrow: number;
}

/**
 * Scrolls through three cards of the calendar in steps of about one button. At each position it asks the browser for
 * the topmost element at the corners and the centre of each button and link, except below the parts that stick to an
 * edge of the window.
 */
export function walkCalendar(page: Page): Promise<Walk> {
  return page.evaluate(async () => {
    const STEP = 46;
    const frame = () => new Promise(requestAnimationFrame);
    const places = ({ left, right, top, bottom }: DOMRect) => [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
      [(left + right) / 2, (top + bottom) / 2],
    ];
    const isStuck = (part: Element) => ["sticky", "fixed"].includes(getComputedStyle(part).position);
    const edges = () => {
      const stuck = [...document.querySelectorAll(".bar, .bar nav, .month > header")].filter(isStuck);
      const rects = stuck.map((part) => part.getBoundingClientRect());
      const atTop = rects.filter(({ top }) => top < innerHeight / 4).map(({ bottom }) => bottom);
      const atBottom = rects.filter(({ bottom }) => bottom >= innerHeight - 1).map(({ top }) => top);
      return { top: Math.max(0, ...atTop), bottom: Math.min(innerHeight, ...atBottom) };
    };
    const covered = new Set<string>();
    let [checked, withArrow] = [0, 0];
    const start = scrollY + (document.querySelector("#day-60")?.getBoundingClientRect().top ?? 0);
    for (let step = 0; step < 10; step++) {
      scrollTo(0, start + step * STEP);
      await frame();
      await frame();
      const { top, bottom } = edges();
      const arrow = document.querySelector(".back-to-top")?.getBoundingClientRect();
      if (arrow && arrow.top < innerHeight && arrow.bottom > 0) withArrow++;
      const days = [...document.querySelectorAll(".day")].filter((day) => {
        const { top, bottom } = day.getBoundingClientRect();
        return (
          bottom > 0 && top < innerHeight && day.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })
        );
      });
      for (const part of days.flatMap((day) => [...day.querySelectorAll("button, a")])) {
        for (const [x = 0, y = 0] of places(part.getBoundingClientRect())) {
          if (y <= top + 1 || y >= bottom - 1) continue;
          checked++;
          const found = document.elementFromPoint(x, y);
          if (found && !part.contains(found)) covered.add(`${part.textContent} by ${found.className || found.tagName}`);
        }
      }
    }
    return { covered: [...covered], checked, withArrow };
  });
}

/** Whether a part is wholly in the window and not behind the bars at its edges. */
export async function isSeen(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const edges = await page.evaluate(() => {
    const rects = [...document.querySelectorAll(".bar, .bar nav")].map((one) => one.getBoundingClientRect());
    const top = Math.max(...rects.filter(({ top }) => top <= 0).map(({ bottom }) => bottom));
    return {
      top,
      bottom: Math.min(innerHeight, ...rects.filter(({ top }) => top > innerHeight / 2).map((r) => r.top)),
    };
  });
  return box !== null && box.y >= edges.top && box.y + box.height <= edges.bottom;
}
