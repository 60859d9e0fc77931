import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { useStage, visit, waitForSaved } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";

const stage = useStage();
const TRANSLATOR = readFileSync(join(import.meta.dirname, "../fixtures/translated-page.js"), "utf8");

/** Everything but the days, which are many. */
const SHOWN = ".bar, dialog, .tracker > :not(.calendar), .today, main:not(.tracker)";

/** An action on the translated page, and the text that the page must show after it. */
type Action = (act: Locator, shown: string | RegExp, by?: (act: Locator) => Promise<unknown>) => Promise<void>;

const click = (act: Locator) => act.click();

/** Translates the page before each action, as a translator does whenever a text changes. */
function actionsOn(page: Page): Action {
  return async (act, shown, by = click) => {
    await page.evaluate(TRANSLATOR);
    await by(act);
    await page.locator(SHOWN).getByText(shown).filter({ visible: true }).first().waitFor();
  };
}

// tests/site/translatable.test.ts shows that each text may be replaced; this test shows that React copes with it.
it("a page that the browser translates shows what an action changes, on each screen", async () => {
  const { page, problems } = await openCalendar(stage);
  const act = actionsOn(page);
  const bar = page.locator(".bar");
  const main = page.getByRole("main");
  const card = page.locator(".day.today");
  const press = (key: string) => () => page.keyboard.press(key);

  for (const [index, name] of ["LeetCode", "Code360", "GeeksforGeeks", "InterviewBit", "CodeChef"].entries()) {
    await act(card.locator(`button[value="${index + 1}"]`), `${name}: done`);
    await expect.poll(() => card.locator(".ring").textContent()).toBe(`${index + 1}/5`);
  }
  await act(card, "1-day streak", async () => {});
  await act(page.locator("body"), "CodeChef: untried", press("5"));
  await expect.poll(() => card.locator(".ring").textContent()).toBe("4/5");
  await expect.poll(() => card.locator('button[value="5"]').textContent()).toBe("Untried");
  await act(bar.getByRole("button", { name: "Undo" }), "Undone. CodeChef: done");
  await waitForSaved(page);
  await act(page.locator(".cell").nth(10), /: nothing done\.$/, (cell) => cell.hover());
  await act(bar.getByRole("button", { name: "Keyboard shortcuts" }), "Turn on shortcuts");
  await act(page.locator("dialog").getByRole("button", { name: "Close" }), "Daily Coding Problem");

  await act(bar.getByRole("button", { name: "Switch counter" }), "Count: 0");
  await act(page.getByRole("button", { name: "Increase Count" }), "Count: 1");

  await act(bar.getByRole("link", { name: "Questions" }), "0 of 75 practised · 0 due");
  await act(page.locator(".rows h3 button").first(), "How did it go?");
  await act(main, /^Two Sum: Solved, back in \d+ days$/, press("3"));
  await act(main.getByRole("button", { name: /^Easy in/ }), /^Two Sum: Easy, back in \d+ days$/);
  await act(main.getByRole("button", { name: /^Remove: Today/ }), "0 of 75 practised · 0 due");
  await act(page.getByRole("searchbox"), 'No questions match "nothing".', (box) => box.fill("nothing"));
  await act(main.getByRole("button", { name: "Clear the search" }), "75 questions");
  await act(main, /^\d of 5$/, press("p"));
  await act(main.getByRole("button", { name: "Show takeaways" }), "Hide takeaways");
  await act(main, /: Solved, back in \d+ days$/, press("3"));
  expect(problems).toEqual([]);
});

it("a screen whose elements somebody has moved draws itself anew, without a reload", async () => {
  const { page } = await visit(stage, { hash: "#questions" });
  const row = page.locator(".rows h3 button").first();
  await row.click();
  await page.locator(".marking").evaluate((marking) => {
    const moved = document.createElement("font");
    marking.replaceWith(moved);
    moved.append(marking);
  });
  await row.click();
  await page.locator(".marking").waitFor({ state: "detached" });
  await row.click();
  await page.locator(".marking").waitFor();
});
