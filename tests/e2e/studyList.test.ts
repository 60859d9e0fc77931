import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { barButton, focused, hashOf, useStage, visit, waitForSaved } from "./support/browser.ts";

const stage = useStage();

let people = 0;

/** The questions of a person who has not marked any. */
async function openList(): Promise<Page> {
  const { page } = await visit(stage, { profile: `Person ${++people}`, isNew: true, hash: "#questions" });
  await page.getByText(/^75 questions/).waitFor();
  await barButton(page, "Keyboard shortcuts").waitFor();
  return page;
}

/** For all tests but the one that marks them. */
let page: Page;
beforeAll(async () => {
  page = await openList();
});

const header = (page: Page, row: number) => page.locator(".rows h3 button").nth(row);
const next = (page: Page) => page.locator(".went").getByRole("button", { name: /^Next: / });
const open = (page: Page) => page.locator(".rows [aria-expanded=true]");
const tag = (page: Page, name: string) => page.locator(".tags").getByRole("button", { name, exact: true });

it("a row shows a question's name alone; its address is read, found and copied all the same", async () => {
  const seen = await header(page, 0).evaluate((button) =>
    [...button.querySelectorAll("bdi")]
      .filter((part) => part.getBoundingClientRect().width > 1)
      .map((part) => part.textContent),
  );
  expect(seen).toEqual(["Two Sum"]);
  const copied = await header(page, 0).evaluate((button) => {
    getSelection()?.selectAllChildren(button);
    return getSelection()?.toString();
  });
  expect(copied?.replace(/\s+/g, " ")).toBe("Two Sum - https://leetcode.com/problems/two-sum/");
});

it("an empty list says which filter it is that nothing passes, and clears it", async () => {
  await page.getByLabel("Add a tag").selectOption("trie");
  await page.locator(".filter input").fill("no such  words");
  await page.getByText('No questions match "no such words" and the tag "trie".').waitFor();
  await expectAccessible(page, "nothing found");
  await page.getByRole("main").getByRole("button", { name: "Clear the search" }).click();
  await page.getByText(/^75 questions/).waitFor();
  expect([await page.getByRole("searchbox").inputValue(), await hashOf(page)]).toEqual(["", ""]);
  await expect.poll(() => focused(page)).toBe("Questions");
  await page.locator(".chips").getByRole("button", { name: "Due" }).click();
  await page.getByText("All caught up", { exact: true }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Show all questions" }).click();
  await page.getByText(/^75 questions/).waitFor();
});

it("a tag narrows the list to its questions, from an opened question and from the progress", async () => {
  await header(page, 0).click();
  await tag(page, "hash table").click();
  await page.getByText(/^11 of 75 questions/).waitFor();
  expect(await hashOf(page)).toBe("#tag=hash+table");
  await expect.poll(() => focused(page)).toBe("Questions");
  expect(await open(page).allTextContents()).toEqual(["Two Sum - https://leetcode.com/problems/two-sum/"]);
  expect(await tag(page, "hash table").getAttribute("aria-pressed")).toBe("true");
  await tag(page, "hash table").click();
  await page.getByText(/^75 questions/).waitFor();

  await page.getByText("Progress by tag").click();
  await page.locator(".progress").getByRole("button", { name: "trie", exact: true }).click();
  await page.getByText(/^\d of 75 questions/).waitFor();
  expect(await hashOf(page)).toBe("#tag=trie");
  await page.getByRole("button", { name: "Remove the tag trie" }).click();
  await page.getByText(/^75 questions/).waitFor();
});

it("the list has its topics with how far they are, and each question its difficulty, also without colour", async () => {
  const array = page.locator(".rows").first();
  const named = (name: string) => page.locator("main.questions").getByRole("list", { name }).waitFor();
  await named("array · 0 of 5 practised");
  expect(await array.locator(".difficulty").allTextContents()).toEqual(["Easy", "Medium", "Medium", "Medium", "Hard"]);
  await header(page, 1).click();
  await page.keyboard.press("3");
  await named("array · 1 of 5 practised");
  await page.evaluate(() => document.documentElement.style.setProperty("filter", "grayscale(1) contrast(9)"));
  const signOf = async (row: number) => {
    const level = array.locator(".difficulty").nth(row);
    await level.scrollIntoViewIfNeeded();
    const box = await level.boundingBox();
    if (box === null) throw new Error("no difficulty is seen");
    return (await page.screenshot({ clip: { ...box, width: 14 } })).toString("base64");
  };
  expect(new Set([await signOf(0), await signOf(1), await signOf(4)]).size).toBe(3);
});

it("what is next opens in the list as it is narrowed, and today's questions can be done", async () => {
  const page = await openList();
  const today = page.locator(".suggestion");
  const chip = (name: string) => page.locator(".chips").getByRole("button", { name });
  await chip("New").click();
  await page.locator(".rows h3 button").first().click();
  for (let done = 1; done <= 5; done++) {
    expect(await hashOf(page)).toBe("#state=new");
    await page.keyboard.press("3");
    await page.getByText(`${done} of 75 practised · 0 due`).waitFor();
    if (done === 5) break;
    const name = (await next(page).locator("bdi").textContent()) ?? "";
    if (done % 2 === 0) await page.keyboard.press("n");
    else await next(page).click();
    await expect.poll(() => open(page).allTextContents()).toEqual([expect.stringMatching(`^${name} - `)]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("true");
  }
  await chip("All").click();
  await today.getByText("Today: 5 of 5 done").waitFor();
  await today.getByText("Done for today").waitFor();
  expect(await today.locator("li button").allTextContents()).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/^\S.*\S Done\. Back in \d+ days?$/)),
  );
  await waitForSaved(page);
  await expectAccessible(page, "a day's questions done");
});
