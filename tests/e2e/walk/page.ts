import type { Page } from "playwright-core";
import { today, todayNumber } from "../../support/today.ts";
import type { Stage } from "../support/browser.ts";
import type { Family } from "../support/fonts.ts";

/** A page that all facts of a topic look at; it is open only when they begin. */
export type Opened = () => Page;

/** The first of the fourteen days before and including today on which something is ticked. */
export const FIRST_DAY = todayNumber - 13;

/**
 * Two ticks a day, today three of five; and the year before ends with a longer streak, by which the figures change when
 * it arrives.
 */
export function importStreak(stage: Stage): Promise<void> {
  const days = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [FIRST_DAY + index, { 1: true, 2: true }]));
  const before = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [300 + index, { 1: true }]));
  return stage.importYears({
    [today.year - 1]: before,
    [today.year]: { ...days, [todayNumber]: { 1: true, 3: true, 5: true } },
  });
}

/** Shows all text in this family, and follows the further rules of a person's own style sheet. */
export function dress(page: Page, family: Family, rules = ""): Promise<void> {
  return page.evaluate(dressDocument, `${dressOf(family)} ${rules}`);
}

export const dressOf = (family: Family) => `body { font-family: "${family}" !important }`;

export function dressDocument(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}

export const card = (page: Page) => page.locator(".day[aria-current]");

export const todayIntoView = (page: Page) =>
  page.evaluate(() => document.querySelector(".day[aria-current]")?.scrollIntoView({ block: "center" }));
