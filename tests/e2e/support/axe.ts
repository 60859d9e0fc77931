import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { calendarIsWhole } from "./calendar.ts";

/**
 * The calendar has thousands of similar elements, and so have the heatmap and the rows of a topic. axe checks the first
 * ones (of the days, February's) and the skip link's target; the others are removed meanwhile.
 */
const ALIKE = [
  ".month:not(:has(#day-32)), .month .day:nth-child(n + 7)",
  ".heatmap .cell:nth-child(n + 7):not([tabindex='0'], [aria-current])",
  ".rows > li:nth-child(n + 6):not(:has([aria-expanded=true]))",
].join();

/** Rules about colours; all other rules give the same result in light and in dark. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Checks the page in light and in dark colours. While a sheet is open, axe checks only the sheet: the rest is as in the
 * state before.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Wait: React would look for the removed neighbours of parts that it draws later.
  if ((await page.locator(".calendar").count()) > 0) await calendarIsWhole(page);
  for (const [colorScheme, options] of [
    ["light", { rules: { "target-size": { enabled: true } } }],
    ["dark", { runOnly: COLOUR_RULES }],
  ] as const satisfies [string, axe.RunOptions][]) {
    await page.emulateMedia({ colorScheme });
    const found = await violations(page, options);
    expect({ state, colorScheme, found }).toEqual({ state, colorScheme, found: [] });
  }
}

function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([alike, choice]) => {
      const runner = (window as unknown as { axe: typeof axe }).axe;
      const target = document.querySelector<HTMLAnchorElement>(".skip")?.hash || "#none";
      const parts = [...document.querySelectorAll(alike)].filter((part) => !part.matches(`:has(${target}), ${target}`));
      const aside = parts.map((part) => ({ part, place: new Comment() }));
      // Scroll up, so that the top bar hides nothing.
      scrollTo(0, 0);
      for (const { part, place } of aside) part.replaceWith(place);
      const sheet = document.querySelector("dialog[open], [popover]:popover-open");
      const found = await runner.run(sheet ?? document, { ...choice, resultTypes: ["violations"] });
      for (const { part, place } of aside) place.replaceWith(part);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    [ALIKE, options] as const,
  );
}
