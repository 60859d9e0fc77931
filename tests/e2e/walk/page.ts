import type { Page } from "playwright-core";
import { today, todayNumber } from "../../support/today.ts";
import type { Stage } from "../support/browser.ts";
import type { Family } from "../support/fonts.ts";

/** The page that all facts of a topic share. It is open only once the facts run. */
export type Opened = () => Page;

/** The first of the fourteen days up to today, which all have ticks. */
export const FIRST_DAY = todayNumber - 13;

/**
 * Two ticks a day and three of five today. The year before ends with a longer streak, which changes the figures when it
 * arrives.
 */
export function importStreak(stage: Stage): Promise<void> {
  const days = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [FIRST_DAY + index, { 1: true, 2: true }]));
  const before = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [300 + index, { 1: true }]));
  return stage.importYears({
    [today.year - 1]: before,
    [today.year]: { ...days, [todayNumber]: { 1: true, 3: true, 5: true } },
  });
}

/** Shows all text in this family, with further rules as in a person's own style sheet. */
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
