import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
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
  type WatchedPage,
} from "./support/browser.ts";
import { calendarIsKnown, openCalendar } from "./support/calendar.ts";
import { importPractice } from "./support/practice.ts";

const stage = useStage();

describe("axe finds nothing, light or dark,", () => {
  it("for nobody: sign-in, its window, the questions' prompt, no database", async () => {
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

  it("in an empty calendar, with the help sheet, with questions that failed", async () => {
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

  describe("for somebody who practises:", () => {
    let page: Page;
    beforeAll(async () => {
      await importPractice(stage, today.year, todayNumber);
      ({ page } = await openCalendar(stage, { hasTouch: true }));
    });
    const close = async () => {
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    };

    it("in the calendar with ticks, small sheets, the year to share, and an earlier year", async () => {
      await expectAccessible(page, "calendar with ticks");
      for (const button of [
        page.locator(".bar .name"),
        besideMonths(page).getByRole("button", { name: "What strength is" }),
      ]) {
        await button.click();
        await page.locator("[popover]:popover-open").waitFor();
        await expectAccessible(page, "a small sheet");
        await page.keyboard.press("Escape");
      }
      await page.locator(".glance").getByRole("button", { name: "Share" }).click();
      await page.getByRole("dialog", { name: "Share" }).getByRole("img").waitFor();
      await expectAccessible(page, "the sheet to share");
      await close();
      await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
      await besideMonths(page)
        .getByRole("heading", { name: `${today.year - 1} at a glance` })
        .waitFor();
      await calendarIsKnown(page);
      await expectAccessible(page, "earlier year");
    });

    it("in the settings, in what is exported and imported", async () => {
      await choose(page, "Settings");
      const end = page.getByRole("dialog", { name: "Settings" }).getByLabel(/^A day ends at/);
      await end.fill("06:30");
      await end.press("Enter");
      await page.getByText(/^'06:30' is not/).waitFor();
      await expectAccessible(page, "settings");
      await close();
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
      await close();
    });

    it("in the counter, and in the questions, closed, open and filtered", async () => {
      await barButton(page, "Switch counter").click();
      await page.locator("main.counter").getByRole("button", { name: "Increase Count" }).click();
      await expectAccessible(page, "counter");
      await page.getByRole("link", { name: "Questions", exact: true }).click();
      const rows = page.locator(".rows h3 button");
      await rows.first().waitFor();
      await expectAccessible(page, "questions");
      await page.setViewportSize({ width: 412, height: 823 });
      await expectAccessible(page, "questions on a phone");
      await page.setViewportSize({ width: 1280, height: 720 });
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
      await page.getByRole("button", { name: /^Remove the tag/ }).click();
      await page.getByRole("searchbox").fill("");
      await page.getByText(/^75 questions/).waitFor();
    });

    it("in a day's questions: one to practise, marked, and all done", async () => {
      await page.getByRole("link", { name: "Calendar", exact: true }).click();
      await page.locator("main.tracker:not([hidden])").waitFor();
      await page.keyboard.press("p");
      const step = page.locator(".flow").getByRole("heading", { name: /^\d of 5$/ });
      await step.waitFor();
      await expectAccessible(page, "a question to practise");
      for (let left = 5; left > 0; left--) {
        const before = await page.locator(".flow h3").textContent();
        await page.keyboard.press("1");
        await expect.poll(() => page.locator(".flow h3").textContent()).not.toBe(before);
      }
      await page.getByText("Done for today: 5 questions.").waitFor();
      await expectAccessible(page, "a day's questions done");
    });

    it("in the list with marks, progress by tag, a plan, another list and a difficulty, and where nothing is found", async () => {
      await page.getByRole("button", { name: "All questions" }).click();
      await page.getByText("5 of 75 practised · 0 due").waitFor();
      await page.locator(".rows h3 button[aria-expanded=false]").first().click();
      await page.locator(".marked").waitFor();
      await page.getByText("Progress by tag").click();
      await page.getByText("Plan for an interview").click();
      await page.getByLabel("Interview on").fill(`${today.year + 4}-12-31`);
      await page.getByText(/^Interview on .*: 1 new /).waitFor();
      await page.getByRole("combobox", { name: "List" }).selectOption("NeetCode 150");
      await page.getByText(/^150 questions/).waitFor();
      await page.getByRole("combobox", { name: "Difficulty" }).selectOption("Easy");
      await page.getByText(/^\d+ of 150 questions/).waitFor();
      await expectAccessible(page, "marks, progress, a plan, another list and a difficulty");
      await page.getByRole("searchbox").fill("no such words");
      await page.getByText(/^No questions match /).waitFor();
      await expectAccessible(page, "nothing found");
    });
  });
});
