import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isLong, shareOf } from "../../support/long.ts";
import { choose } from "../../support/seed.ts";
import { calendarIsWhole } from "./calendar.ts";

/**
 * The days of the calendar are all alike, and thousands of elements; so are the cells of the heatmap and the rows of a
 * topic. All but the first ones (February's, of the days) and that of the skip link are put aside while axe looks.
 */
const ALIKE = [
  ".month:not(:has(#day-32)), .month .day:nth-child(n + 7)",
  ".heatmap .cell:nth-child(n + 7):not([tabindex='0'], [aria-current])",
  ".rows > li:nth-child(n + 6):not(:has([aria-expanded=true]))",
].join();

/**
 * In light and in dark colours; the short run takes one of them for each state. Of a page with an open sheet axe looks
 * at the sheet: the rest is the state before.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(axe.source);
  // What React draws later would look for neighbours that are put aside.
  if ((await page.locator(".calendar").count()) > 0) await calendarIsWhole(page);
  for (const colorScheme of shareOf(`colour schemes for axe: ${state}`, ["light", "dark"] as const, 2)) {
    await page.emulateMedia({ colorScheme });
    const found = await violations(page, { rules: { "target-size": { enabled: true } } });
    expect({ state, colorScheme, found }).toEqual({ state, colorScheme, found: [] });
  }
}

/** For states that a test is not about: in the short run at every third commit. */
export async function expectAccessibleInTurn(page: Page, state: string): Promise<void> {
  if (isLong || choose(`axe: ${state}`, 3) === 0) await expectAccessible(page, state);
  else console.info(`NOT CHECKED, all are in the long run: axe, ${state}`);
}

function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([alike, choice]) => {
      const runner = (window as unknown as { axe: typeof axe }).axe;
      const target = document.querySelector<HTMLAnchorElement>(".skip")?.hash || "#none";
      const parts = [...document.querySelectorAll(alike)].filter((part) => !part.matches(`:has(${target}), ${target}`));
      const aside = parts.map((part) => ({ part, place: new Comment() }));
      // What has scrolled below the top bar is not hidden by it.
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
