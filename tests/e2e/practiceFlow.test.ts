import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barButton, focused, hashOf, useStage, visit, waitForSaved } from "./support/browser.ts";

const stage = useStage();

async function openProfile(profile: string): Promise<Page> {
  const { page } = await visit(stage, { profile, isNew: true });
  // The keys are there as soon as their help is.
  await barButton(page, "Keyboard shortcuts").waitFor();
  return page;
}

const step = (page: Page, text: string) => page.locator(".flow").getByRole("heading", { name: text, exact: true });
const question = (page: Page) => page.locator(".flow h3 bdi").textContent();
const went = (page: Page) => page.locator(".went");

it("a day's questions by keys only: looked up, marked, undone, skipped, left and come back to, until all is done", {
  timeout: 120_000,
}, async () => {
  const page = await openProfile("Keys");
  await page.keyboard.press("p");
  await step(page, "1 of 5").waitFor();
  expect(await hashOf(page)).toBe("#practise");
  await expect.poll(() => focused(page)).toBe("Two Sum");
  const link = page.locator(".flow").getByRole("link", { name: "View Question on leetcode.com", exact: true });
  expect([await link.getAttribute("target"), (await link.boundingBox())?.height]).toEqual(["_blank", 48]);
  const tops = await page
    .locator(".marks button")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.emulateMedia({ media: "print" });
  const pieces = await page.locator(".flow .details").evaluate((card) => card.getClientRects().length);
  expect(["printed in", pieces]).toEqual(["printed in", 1]);
  await page.emulateMedia({ media: "screen" });
  // The answers stay closed until they are asked for.
  const solution = page.getByRole("link", { name: "View Solution" });
  await solution.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Show takeaways" }).press("Enter");
  await page.getByRole("button", { name: "Hide takeaways" }).waitFor();
  await page.getByRole("button", { name: "Show analysis" }).press("Enter");
  await solution.waitFor();

  await page.keyboard.press("2");
  await went(page).getByText("Two Sum: Needed a hint").waitFor();
  await page.keyboard.press("3");
  await went(page)
    .getByText(/Two Sum: Solved, back in \d+ days$/)
    .waitFor();
  await went(page).getByRole("button", { name: "Undo" }).press("Enter");
  await went(page).getByText("Two Sum: Needed a hint").waitFor();
  await page.keyboard.press("3");
  await expect.poll(() => focused(page)).toBe("Next: Group Anagrams");
  await page.keyboard.press("Enter");
  await step(page, "2 of 5").waitFor();
  await expect.poll(() => focused(page)).toBe("Group Anagrams");

  await page.keyboard.press("n");
  await step(page, "3 of 5").waitFor();
  const third = await question(page);
  await page.keyboard.press("t");
  await page.locator(".day[aria-current=date]").waitFor();
  await page.keyboard.press("p");
  await step(page, "3 of 5").waitFor();
  expect(await question(page)).toBe(third);
  await barButton(page, "Switch View").waitFor();
  for (const count of ["4 of 5", "5 of 5", "2 of 5"]) {
    await page.keyboard.press("4");
    await went(page).waitFor();
    await page.keyboard.press("n");
    await step(page, count).waitFor();
  }
  expect(await question(page)).toBe("Group Anagrams");
  await page.keyboard.press("1");
  await page.getByText("Done for today: 5 questions.").waitFor();
  await expect.poll(() => focused(page)).toBe("Done for today: 5 questions.");
  // The summary takes the place of the last question.
  expect(await page.locator(".flow .marks").count()).toBe(0);
  await page.getByText(/^(Tomorrow \d questions? (is|are) due|The next question comes back on .*)\.$/).waitFor();
  expect(await page.locator(".forecast li").count()).toBe(14);

  await waitForSaved(page);
  await page.reload();
  await page.getByText("Done for today: 5 questions.").waitFor();
  await page.getByRole("button", { name: "All questions" }).press("Enter");
  await page.getByText("5 of 75 practised · 0 due").waitFor();
  expect(await hashOf(page)).toBe("");
  await barButton(page, "Keyboard shortcuts").waitFor();
  await page.keyboard.press("p");
  await page.getByText("Done for today: 5 questions.").waitFor();
  await page.evaluate(() => {
    location.hash = "questions";
  });
  await page.getByText(/^75 questions/).waitFor();
  expect(await hashOf(page)).toBe("");
});

/** The list comes before its tools: at once on a wide window, below one row on a phone, and at once while one searches. */
async function expectListFirst(page: Page): Promise<void> {
  const top = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  const headEnd = () => page.locator(".list-head").evaluate((head) => head.getBoundingClientRect().bottom);
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await top(".rows li")).toBeLessThanOrEqual(200);
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await page.locator(".suggestion").boundingBox())?.height).toBe(56);
  expect(await top(".rows li")).toBeLessThanOrEqual(300);
  await page.evaluate(() => scrollBy({ top: 900, behavior: "instant" }));
  await page.getByRole("searchbox").fill("tree");
  await page.locator(".summary", { hasText: /^\d+ of 150/ }).waitFor();
  await expect.poll(async () => (await top(".rows li")) - (await headEnd())).toBeLessThan(80);
  expect((await top(".rows li")) - (await headEnd())).toBeGreaterThan(0);
  await page.getByRole("searchbox").fill("");
  await page.setViewportSize(before);
}

it("another list, a difficulty and a plan are chosen, and are there again later", async () => {
  const page = await openProfile("Lists");
  await barButton(page, "Switch View").click();
  await page.getByText(/^75 questions/).waitFor();
  await page.keyboard.press("p");
  await step(page, "1 of 5").waitFor();
  await page.keyboard.press("3");
  await went(page).waitFor();
  const toast = (text: string) => page.locator(".toast").getByText(text, { exact: true }).waitFor();
  await page.locator(".toast").getByRole("button", { name: "Tick LeetCode, too" }).click();
  await toast("LeetCode: done");
  await expect.poll(() => focused(page)).toBe("How did it go?");
  // One step after the other: first the tick.
  await page.keyboard.press("Control+z");
  await toast("Undone. LeetCode: untried");
  expect(await went(page).count()).toBe(1);
  await page.keyboard.press("Control+y");
  await toast("Redone. LeetCode: done");
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await page.locator(".toast").waitFor({ state: "detached" });
  await page.locator(".day[aria-current=date] [value='1'][aria-pressed=true]").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "All questions" }).click();
  const list = page.getByRole("combobox", { name: "List" });
  await page.route("**/settings", (route) => route.abort(), { times: 1 });
  await list.selectOption("NeetCode 150");
  await page.getByText(/^The local server doesn't answer/).waitFor();
  expect(await list.inputValue()).toBe("dailyleet75");
  await list.selectOption("NeetCode 150");
  await page.getByText(/^150 questions/).waitFor();
  // A mark belongs to the link.
  await page.getByText("1 of 150 practised · 0 due").waitFor();
  await page.getByRole("combobox", { name: "Difficulty" }).selectOption("Hard");
  await page.getByText(/^21 of 150 questions/).waitFor();
  expect(await hashOf(page)).toBe("#difficulty=hard");

  await page.getByText("Plan to finish by a day").click();
  await page.getByLabel("Finish by").fill("2030-12-31");
  await page.getByText(/^On track: 1 new every \d+ days until December 31, 2030$/).waitFor();
  await expectListFirst(page);
  await page.reload();
  await page.getByText(/^21 of 150 questions/).waitFor();
  await page.getByText(/^On track: 1 new every \d+ days until December 31, 2030$/).click();
  await page.getByRole("button", { name: "Remove the plan" }).click();
  await page.getByText("Plan to finish by a day").waitFor();
});
