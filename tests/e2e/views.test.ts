import { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { newPage, signIn, useStage } from "./support/browser.ts";

const stage = useStage();
const NAMES: Record<ViewButton, string> = { switchView: "Switch View", switchCounter: "Switch counter" };

it("follows core's view machine through every sequence of up to five presses", async () => {
  const watched = await newPage(stage);
  await signIn(watched, stage.server.url);
  const { page } = watched;
  let checked = 0;
  for (const sequence of sequencesOf(5)) {
    await page.reload();
    let state = INITIAL_VIEW;
    await expectScreen(page, screenOf(state));
    for (const button of sequence) {
      await page.locator(".views button", { hasText: NAMES[button] }).click();
      state = press(state, button);
      await expectScreen(page, screenOf(state));
      checked++;
    }
  }
  // Every shorter sequence is the beginning of one of the 32 of length five.
  expect(checked).toBe(32 * 5);
}, 240_000);

function sequencesOf(length: number): ViewButton[][] {
  if (length === 0) return [[]];
  return sequencesOf(length - 1).flatMap((rest) => [
    ["switchView", ...rest],
    ["switchCounter", ...rest],
  ]) as ViewButton[][];
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
