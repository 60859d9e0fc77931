import { describe, expect } from "vitest";
import { isLong, itInTurns } from "../support/long.ts";
import { today, todayNumber } from "../support/today.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  barButton,
  besideMonths,
  choose,
  newPage,
  openSignInWindow,
  signInButton,
  useStage,
  visit,
  type WatchedPage,
} from "./support/browser.ts";
import { calendarIsKnown, openCalendar } from "./support/calendar.ts";
import { sidewaysOverflow } from "./support/layout.ts";
import { importPractice } from "./support/practice.ts";

const stage = useStage();
const itAsState = itInTurns("states for axe", 2);
const itWithRoom = itInTurns("letters that take more room", 2);

describe("axe finds nothing, light or dark,", () => {
  itAsState("for nobody: sign-in, its window, the questions' prompt, no database", async () => {
    const { page, context } = await newPage(stage);
    await page.goto(stage.server.url);
    await signInButton(page).waitFor();
    await expectAccessible(page, "sign-in");
    const signInWindow = await openSignInWindow({ page, context });
    await signInWindow.getByRole("button", { name: "Create profile" }).waitFor();
    await expectAccessible(signInWindow, "sign-in window");
    await signInWindow.close();
    await page.goto(`${stage.server.url}/#q=tree`);
    await page.getByRole("heading", { name: "Please sign in" }).waitFor();
    expect(await page.getByRole("searchbox").count()).toBe(0);
    await expectAccessible(page, "prompt");
    await context.route("**/dailyleet.json", (route) => route.fulfill({ status: 404 }));
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${stage.server.url}/`);
    await page.reload();
    await page.getByText("isn't connected to a database").waitFor();
    await expectAccessible(page, "no database");
  });

  itAsState("in an empty calendar, with the help sheet, with questions that failed", async () => {
    const before = ({ page }: WatchedPage) => page.route("**/questions.json", (route) => route.abort());
    const { page } = await openCalendar(stage, { profile: "Asha", isNew: true, before });
    await page.locator(".day[aria-current]").getByText("Solve a problem on any of the five").waitFor();
    await expectAccessible(page, "empty calendar");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectAccessible(page, "help sheet");
    await page.keyboard.press("Escape");
    await barButton(page, "Switch View").click();
    await page.getByText("The questions didn't load.").waitFor();
    await expectAccessible(page, "questions that failed");
  });

  itAsState("with ticks, in an earlier year, in what is exported and imported", async () => {
    await importPractice(stage, today.year, todayNumber);
    const { page } = await openCalendar(stage, { hasTouch: true });
    await expectAccessible(page, "calendar with ticks");
    await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
    await besideMonths(page)
      .getByRole("heading", { name: `${today.year - 1} at a glance` })
      .waitFor();
    await calendarIsKnown(page);
    await expectAccessible(page, "earlier year");
    await choose(page, "Your data");
    await page.getByRole("button", { name: "Export JSON" }).waitFor();
    await expectAccessible(page, "your data");
    await page.locator("input[type=file]").setInputFiles({
      name: "old.json",
      mimeType: "application/json",
      buffer: Buffer.from('{"version":1,"years":{"2024":{"3":{"1":true}}}}'),
    });
    await besideMonths(page).getByRole("button", { name: "Import", exact: true }).waitFor();
    await expectAccessible(page, "import preview");
  });

  itAsState("in the questions, closed, open and filtered, and in the counter", async () => {
    const { page } = await visit(stage);
    await barButton(page, "Switch counter").click();
    await page.locator("main.counter").getByRole("button", { name: "Increase Count" }).click();
    await expectAccessible(page, "counter");
    await barButton(page, "Switch counter").click();
    await barButton(page, "Switch View").click();
    const rows = page.locator(".rows h3 button");
    await rows.first().waitFor();
    await expectAccessible(page, "questions");
    if (isLong) {
      await page.setViewportSize({ width: 412, height: 823 });
      await expectAccessible(page, "questions on a phone");
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await rows.first().click();
    await page.getByRole("main").getByRole("heading", { name: "Takeaways" }).waitFor();
    await expectAccessible(page, "open question");
    await page.getByRole("searchbox").fill("tree");
    await page.getByLabel("Add a tag").selectOption({ index: 1 });
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Remove the tag/ })
      .waitFor();
    await expectAccessible(page, "filtered questions");
  });
});

itWithRoom("nothing overflows or is cut off at 200 % zoom with generous text spacing", async () => {
  const { page } = await openCalendar(stage, { viewport: { width: 640, height: 400 } });
  const spacing =
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, spacing);
  expect(await sidewaysOverflow(page)).toBe(0);
  const buttons = page.locator(".bar button, .glance button, #day-32 button, .day[aria-current] button");
  expect(await buttons.evaluateAll(cut)).toEqual([]);
});

itWithRoom("the questions stay inside a phone's window with letters of twice the size, whatever is open", async () => {
  // Such letters make a phone of 390 px as narrow for its words as this.
  const { page } = await visit(stage, { viewport: { width: 195, height: 400 } });
  await barButton(page, "Switch View").click();
  await page.locator(".rows h3 button").first().click();
  await page.getByRole("button", { name: "Plan and progress" }).click();
  for (const fold of ["Plan to finish by a day", "Progress by tag"]) await page.getByText(fold).click();
  expect(await sidewaysOverflow(page)).toBe(0);
  const buttons = page.locator("main.questions").getByRole("button");
  expect(await buttons.evaluateAll(cut)).toEqual([]);
  await page.keyboard.press("p");
  await page.locator(".flow").waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);
});

/** The names of buttons that do not have room for their content. */
function cut(buttons: readonly Element[]): (string | null)[] {
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
  return buttons.filter((button) => [button, ...button.children].some(isCut)).map(({ textContent }) => textContent);
}
