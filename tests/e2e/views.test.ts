import { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton, type ViewState } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { isLong } from "../support/long.ts";
import { useStage, visit } from "./support/browser.ts";

const stage = useStage();
const PRESSES = isLong ? 5 : 3;
const BUTTONS = ["switchView", "switchCounter"] as const;
const NAMES: Record<ViewButton, string> = { switchView: "Switch View", switchCounter: "Switch counter" };

it(`follows core's view machine through every sequence of up to ${PRESSES} presses, and Back to each of their beginnings`, async () => {
  const { page } = await visit(stage);
  await expectScreen(page, screenOf(INITIAL_VIEW));
  expect(await pressAll(page, INITIAL_VIEW, PRESSES)).toBe(2 ** (PRESSES + 1) - 2);
}, 240_000);

/** Presses each button in turn, goes on from there, and comes back. Resolves to the number of presses. */
async function pressAll(page: Page, before: ViewState, length: number): Promise<number> {
  if (length === 0) return 0;
  let presses = 0;
  for (const button of BUTTONS) {
    const after = press(before, button);
    await page.locator(".views button", { hasText: NAMES[button] }).click();
    await expectScreen(page, screenOf(after));
    presses += 1 + (await pressAll(page, after, length - 1));
    await page.goBack();
    await expectScreen(page, screenOf(before));
  }
  return presses;
}

/** By class and not by role: among 1,825 named buttons a search by role takes as long as all the rest. */
async function expectScreen(page: Page, screen: Screen): Promise<void> {
  const marks: Record<Screen, ReturnType<Page["locator"]>> = {
    calendar: page.locator("main.tracker h2", { hasText: "January" }),
    questions: page.locator("main.questions input[type=search]"),
    counter: page.locator("main.counter button"),
  };
  await marks[screen].waitFor();
  for (const [name, mark] of Object.entries(marks)) {
    expect(await mark.isVisible(), `${name} while ${screen} shows`).toBe(name === screen);
  }
}
