import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dayHeading } from "@dailyleet/core";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { today, todayNumber } from "../support/today.ts";
import { besideMonths, signInButton, useStage, visit, waitForSaved } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";

const stage = useStage();
const TRANSLATOR = readFileSync(join(import.meta.dirname, "../fixtures/translated-page.js"), "utf8");
const EXPORTED = JSON.stringify({ version: 1, years: { [today.year]: { 2: { 1: true, 2: true } } } });

/** All but the days, which are many. */
const SHOWN = ".bar, dialog, .tracker > :not(.calendar), .today, main:not(.tracker)";

/** One thing that a person does on a translated page, and the text that the page then shows. */
type Action = (act: Locator, shown: string | RegExp, by?: (act: Locator) => Promise<unknown>) => Promise<void>;

const click = (act: Locator) => act.click();

/** A translator comes by before each action, as it does whenever a text changes. */
function actionsOn(page: Page): Action {
  return async (act, shown, by = click) => {
    await page.evaluate(TRANSLATOR);
    await by(act);
    await page.locator(SHOWN).getByText(shown).filter({ visible: true }).first().waitFor();
  };
}

it("a page that the browser translates shows what each action of the calendar changes", {
  timeout: 120_000,
}, async () => {
  const before = () => stage.cli("tick", "1", "--date", `${today.year - 1}-06-01`, "--profile", "Translated");
  const { page, problems } = await openCalendar(stage, { profile: "Translated", isNew: true, before });
  const act = actionsOn(page);
  const bar = page.locator(".bar");
  const button = (name: string | RegExp) => besideMonths(page).getByRole("button", { name, exact: true });
  const card = page.locator(".day.today");
  const ring = card.locator(".ring");
  const press = (key: string) => () => page.keyboard.press(key);

  for (const [index, name] of ["LeetCode", "Code360", "GeeksforGeeks", "InterviewBit", "CodeChef"].entries()) {
    await act(card.locator(`button[value="${index + 1}"]`), `${name}: done`);
    await expect.poll(() => ring.textContent()).toBe(`${index + 1}/5`);
  }
  await act(card, "All five. Day 1.", async () => {});
  await act(card.getByRole("button", { name: "Share" }), "Share");
  await act(button("Copy my year"), /Copied|blocked copying/);
  await act(button("Close"), `${today.year} at a glance`);
  await act(page.locator("body"), "CodeChef: untried", press("5"));
  await expect.poll(() => ring.textContent()).toBe("4/5");
  await expect.poll(() => card.locator('button[value="5"]').textContent()).toBe("Untried");
  await act(page.locator("body"), "Undone. CodeChef: done", press("Control+z"));
  await act(bar.getByRole("button", { name: "Redo" }), "Redone. CodeChef: untried");
  await act(bar.getByRole("button", { name: "Undo" }), "Undone. CodeChef: done");
  await expect.poll(() => ring.textContent()).toBe("5/5");
  await expect.poll(() => page.locator(".figures .value").first().textContent()).toBe("1 day");
  await waitForSaved(page);

  await act(page.locator("#day-1 button").first(), "January 1, LeetCode: done");
  await act(button("Previous year"), `${today.year - 1} at a glance`);
  await act(page.locator("#day-1 button").first(), `January 1, ${today.year - 1}, LeetCode: done`);
  await act(button("Next year"), `${today.year} at a glance`);
  await act(page.locator(".cell").nth(10), /: nothing done\.$/, (cell) => cell.hover());
  await act(page.locator(".cell[tabindex='0']"), /: nothing done\.$/, (cell) => cell.press("ArrowLeft"));
  await act(button("What strength is"), /^Strength/);
  await act(button("What strength is"), "Strength");
  await act(page.locator(".cell").first(), "Today");
  await act(page.locator(".today-pill"), dayHeading(todayNumber));
  await act(button("Back to top"), `${today.year} at a glance`);

  await act(bar.getByRole("button", { name: "Theme: System" }), dayHeading(todayNumber));
  await act(bar.getByRole("button", { name: "Keyboard shortcuts" }), "Turn on shortcuts");
  await act(page.getByLabel("Turn on shortcuts"), "Go to today");
  await act(page.getByLabel("Turn on shortcuts"), "Go to today");
  await act(button("Close"), "Daily Coding Problem");

  await act(bar.locator(".name"), "Your data");
  await act(button("Your data"), "Export JSON");
  for (const name of ["Export JSON", "Export CSV"]) await act(button(name), /Exported|Saved|ticks/);
  const bring = (input: Locator) =>
    input.setInputFiles({ name: "ticks.json", mimeType: "application/json", buffer: Buffer.from(EXPORTED) });
  await act(page.locator(".your-data input"), "Import", bring);
  await act(button("Cancel"), "Export JSON");
  await act(page.locator(".your-data input"), "Import", bring);
  await act(button("Import"), /^Added 2 ticks\./);
  await act(button("Close"), "Daily Coding Problem");

  await act(bar.getByRole("button", { name: "Switch counter" }), "Count: 0");
  await act(page.getByRole("button", { name: "Increase Count" }), "Count: 1");
  await act(page.getByRole("button", { name: "Increase Count" }), "Count: 2");
  await act(bar.getByRole("link", { name: "Calendar" }), dayHeading(todayNumber));
  await act(bar.locator(".name"), "Sign out");
  await act(bar.getByRole("button", { name: "Sign out" }), "Sign in with Google");
  await page.evaluate(TRANSLATOR);
  const opened = page.context().waitForEvent("page");
  await signInButton(page).click();
  await (await opened).getByRole("button", { name: "Continue as Translated" }).click();
  await bar.getByText("Daily Coding Problem").waitFor();
  expect(problems).toEqual([]);
});

it("a page that the browser translates shows what each action with questions changes", {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await visit(stage, { profile: "Translated too", isNew: true, hash: "#questions" });
  const act = actionsOn(page);
  const main = page.getByRole("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  const row = (index: number) => page.locator(".rows h3 button").nth(index);
  const press = (key: string) => () => page.keyboard.press(key);
  await main.getByText("0 of 75 practised · 0 due").waitFor();

  await act(row(0), "How did it go?");
  await act(main, /^Two Sum: Solved, back in \d+ days$/, press("3"));
  await main.getByText("1 of 75 practised · 0 due").waitFor();
  await main.getByText("Today: 0 of 5 done").waitFor({ state: "hidden" });
  await act(main, /^Two Sum: Needed the solution, back in 1 day$/, press("1"));
  await act(button(/^Easy in/), /^Two Sum: Easy, back in \d+ days$/);
  await act(page.locator(".went").getByRole("button", { name: "Undo" }), /^Two Sum: needed the solution$/);
  await act(button(/^Remove: Today/), "0 of 75 practised · 0 due");
  await act(button(/^Needed a hint/), "1 of 75 practised · 0 due");
  await act(page.locator(".went").getByRole("button", { name: /^Next: / }), "How did it go?");
  await act(row(0), "How did it go?");
  await act(row(0), "1 of 75 practised · 0 due");
  await act(row(1), "Takeaways");
  await act(page.locator(".rows > li > div:not([hidden]) .tag").first(), /^\d+ of 75 questions$/);
  await act(button(/^Remove the tag/), "75 questions");

  await act(page.getByLabel("Add a tag"), /^\d+ of 75 questions$/, (select) => select.selectOption({ index: 2 }));
  const [tag] = await page.locator(".strip > button").allTextContents();
  expect(await page.evaluate(() => location.hash)).toBe(`#tag=${tag?.replace(" ×", "").replace(/ /g, "+")}`);
  await act(button(/^Remove the tag/), "75 questions");
  await act(page.getByLabel("Difficulty"), /^\d+ of 75 questions$/, (select) => select.selectOption("Hard"));
  await act(page.getByLabel("Difficulty"), "75 questions", (select) => select.selectOption(""));
  await act(page.getByRole("searchbox"), 'No questions match "nothing".', (box) => box.fill("nothing"));
  await act(button("Clear the search"), "75 questions");
  for (const [name, shown] of [
    [/^Due/, "All caught up"],
    [/^New/, "74 of 75"],
    [/^Practised/, "1 of 75 questions"],
    [/^All \d/, "75 questions"],
  ] as const) {
    await act(page.locator(".chips").getByRole("button", { name }), shown);
  }
  await act(page.locator(".progress summary"), "Learning");
  await act(page.locator(".study summary"), "Finish by");
  const until = `${today.year}-12-30`;
  await act(page.getByLabel("Finish by"), /December 30/, (date) => date.fill(until));
  await act(button("Remove the plan"), "Plan to finish by a day");
  await act(page.locator(".suggestion ol button").last(), "How did it go?");
  const list = page.getByLabel("List", { exact: true });
  await act(list, /^150 questions/, (select) => select.selectOption("neetcode150"));
  await act(list, /^75 questions/, (select) => select.selectOption("dailyleet75"));

  await act(main, /^\d of 5$/, press("p"));
  await act(button("Show takeaways"), "Hide takeaways");
  await act(button("Hide takeaways"), "Show takeaways");
  await act(button("Skip for now"), "Skip for now");
  for (let left = 4; left > 1; left--) {
    await act(main, /: Solved, back in \d+ days$/, press("3"));
    await act(main, "View Question", press("n"));
  }
  await act(main, "Done for today: 5 questions.", press("3"));
  await act(button("All questions"), "5 of 75 practised · 0 due");
  await act(button("All questions"), "75 questions", press("/"));
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
