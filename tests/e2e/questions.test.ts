import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSheet } from "@dailyleet/core";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import {
  barButton,
  hashOf,
  holdRequests,
  newPage,
  openSignInWindow,
  signIn,
  signOut,
  trackerShows,
  useStage,
  type Visit,
  visit,
  type WatchedPage,
} from "./support/browser.ts";
import { storedIn } from "./support/calendar.ts";
import { moved, noteMoves } from "./support/moves.ts";

const stage = useStage();
const SHEET = "**/questions.json";
const BUNDLED = readFileSync(join(import.meta.dirname, "../../site/public/questions.json"), "utf8");
const { questions } = parseSheet(BUNDLED);
const [first, second] = questions;
const EMPTY = "The questions didn't load.";

const nameOf = (question = first) => `${question?.name} - ${question?.link}`;
const header = (page: Page, question = first) =>
  page.locator(".rows").getByRole("button", { name: nameOf(question), exact: true });
const summary = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text).waitFor();

/** The list in a browser that has no copy of the sheet. */
const openList = (how: Visit = {}) => visit(stage, { hash: "#questions", ...how });

/** For what leaves everything as it was. */
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  watched = await openList();
  page = watched.page;
});

it("asks at once for all that draws it where the address names it, and nothing moves when the questions come", async () => {
  const visitor = await newPage(stage);
  const { page } = visitor;
  await page.addInitScript(noteMoves);
  const releaseChunk = await holdRequests(page, "**/_astro/data.*.js");
  const releaseSheet = await holdRequests(page, SHEET);
  const asked = ["questions", "glance", "config"].map((name) => page.waitForRequest(`**/_astro/${name}.*.js`));
  const opened = signIn(visitor, stage.server.url, "You", "#q=");
  await Promise.all(asked);
  releaseChunk();
  await opened;
  await summary(page, "Loading the questions…");
  await page.getByText("Loading your progress to see what is due…").first().waitFor({ state: "attached" });
  releaseSheet();
  await summary(page, /^75 questions/);
  await page.getByText("Today: 0 of 5 done").waitFor();
  expect(await moved(page)).toEqual([]);
});

it("is printed on two pages, without what can only be pressed", async () => {
  const rows = page.locator(".rows > li");
  await expect.poll(() => rows.count()).toBe(questions.length);
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(file.match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(":is(input, select, .next, .side)").filter({ visible: true }).count()).toBe(0);
  expect(await rows.filter({ visible: true }).count()).toBe(questions.length);
  await page.emulateMedia({ media: "screen" });
});

describe("A row of the list", () => {
  it("has the header NAME - LINK and, when it is open, everything of its question", async () => {
    await summary(page, `${questions.length} questions`);
    const rows = page.getByRole("main").getByRole("button", { expanded: false });
    await expect.poll(() => rows.count()).toBe(questions.length);

    await header(page).click();
    const row = page
      .locator(".rows > li")
      .filter({ has: page.getByRole("button", { name: nameOf(first), exact: true }) });
    const headings = [`${first?.name} - ${first?.link}`, "Tags", "Takeaways", "Analysis + Comments"];
    expect(await row.getByRole("heading").allTextContents()).toEqual(headings);
    for (const text of ["array, hash table", first?.text, first?.takeaways, first?.analysis]) {
      await row.getByText(text ?? "?", { exact: true }).waitFor();
    }
    for (const [name, href] of [
      ["View Question", first?.link],
      ["View Solution", first?.solution],
    ]) {
      const link = row.getByRole("link", { name });
      const attributes = ["href", "target", "rel"].map((attribute) => link.getAttribute(attribute));
      expect(await Promise.all(attributes)).toEqual([href, "_blank", "noopener noreferrer"]);
    }
    expect([watched.problems, watched.foreign]).toEqual([[], []]);
  });

  it("is open alone, and closes when it is clicked again, also from the keyboard", async () => {
    await header(page, second).click();
    await expectOpen(page, [`${second?.name} - ${second?.link}`]);
    await header(page, second).press("Enter");
    await expectOpen(page, []);
    await header(page).press(" ");
    await expectOpen(page, [`${first?.name} - ${first?.link}`]);
  });

  it("is found closed by the browser's search, which opens it alone", async () => {
    const details = page.locator(".rows > li > div", { hasText: second?.analysis ?? "?" });
    await details.waitFor({ state: "attached" });
    expect(await details.getAttribute("hidden")).toBe("until-found");
    // The browser does this before it shows what it has found.
    await details.evaluate((found) => {
      found.dispatchEvent(new Event("beforematch", { bubbles: true }));
      found.removeAttribute("hidden");
    });
    await expectOpen(page, [`${second?.name} - ${second?.link}`]);
    expect(await page.locator(".rows > li > div:not([hidden])").count()).toBe(1);
  });
});

describe("Search and tags", () => {
  it("narrow the list, stand in the address, and open the same list for somebody else", async () => {
    const search = page.getByRole("searchbox");
    await search.fill("tree");
    await page.getByLabel("Add a tag").selectOption("bfs");
    await summary(page, /^\d of \d+ questions$/);
    const shown = await headersOf(page);
    const wanted = questions
      .filter(({ tags }) => tags.includes("bfs"))
      .filter((question) => /tree/i.test(JSON.stringify([question.name, question.tags, question.text])));
    expect(shown).toEqual(wanted.map(({ name, link }) => `${name} - ${link}`));
    expect(await hashOf(page)).toBe("#q=tree&tag=bfs");

    const other = await visit(stage, { hash: await hashOf(page) });
    await summary(other.page, /^\d of \d+ questions$/);
    expect(await headersOf(other.page)).toEqual(shown);
    await other.page.getByRole("main").getByRole("button", { name: "Remove the tag bfs" }).click();
    await other.page.getByRole("searchbox").fill("");
    await summary(other.page, `${questions.length} questions`);
    expect(await hashOf(other.page)).toBe("");
  });
});

describe("With nobody signed in, the list asks 'Please sign in'", () => {
  const prompt = (page: Page) => page.getByRole("heading", { name: "Please sign in" }).waitFor();

  it("when the sign-in ends in another tab, and its button signs in", async () => {
    const watched = await openList();
    const { page } = watched;
    await header(page).waitFor();
    const tab = await watched.context.newPage();
    await tab.goto(stage.server.url);
    await signOut(tab);
    await prompt(page);
    await tab.close();
    expect(await header(page).isVisible()).toBe(false);
    expect(await barButton(page, "Switch View").count()).toBe(0);

    await (await openSignInWindow(watched)).getByRole("button", { name: "Continue as You" }).click();
    await trackerShows(page);
    expect(watched.problems).toEqual([]);
  });
});

describe("A sheet that cannot be had", () => {
  const abort = (route: Route) => route.abort();
  const answer = (body: string) => (route: Route) => route.fulfill({ body });

  it("is logged, ends the loading and leaves the list empty, which says so", async () => {
    const held = Promise.withResolvers<void>();
    let decide = (route: Route) => held.promise.then(() => abort(route));
    const before = ({ context }: WatchedPage) => context.route(SHEET, (route) => decide(route));
    const { page, problems } = await openList({ before });
    await summary(page, "Loading the questions…");
    held.resolve();
    await summary(page, EMPTY);
    expect(await page.locator("main [aria-expanded]").count()).toBe(0);
    expectTold(problems, "No answer from the question sheet");

    for (const [body, told] of [
      ["<!doctype html><title>Sign in</title>", "the web page 'Sign in'"],
      [`{"questions":[{"name":1}]}`, `something that begins with '{"questions":[{"name":1}]}'`],
    ] as const) {
      decide = answer(body);
      problems.length = 0;
      await page.reload();
      await summary(page, EMPTY);
      expectTold(problems, told);
    }
  });

  it("is replaced by the last good copy, with its date", async () => {
    const kept = { ...first, name: "Kept", link: "https://leetcode.com/kept" };
    let decide = answer(JSON.stringify({ questions: [kept] }));
    const { page } = await openList({ before: ({ context }) => context.route(SHEET, (route) => decide(route)) });
    await summary(page, /^1 question/);
    // The list shows before it is kept.
    await expect.poll(async () => JSON.stringify(await storedIn(page, "kept"))).toContain("Kept");
    for (const fault of [abort, answer("<!doctype html>")]) {
      decide = fault;
      await page.reload();
      const date = new Date().toLocaleDateString("en", { dateStyle: "long" });
      await summary(page, new RegExp(`^1 questions?, as of ${date}$`));
      await page.getByRole("main").getByRole("button", { name: "Kept - https://leetcode.com/kept" }).waitFor();
    }
  });
});

/** Once, or once more when the list was opened after the first attempt. */
function expectTold(problems: readonly string[], told: string): void {
  const others = problems.filter((text) => !text.includes(told) && !text.includes("Failed to load resource"));
  expect(others).toEqual([]);
  expect(problems.length - others.length).toBeGreaterThan(0);
}

function headersOf(page: Page): Promise<string[]> {
  return page.locator("main [aria-expanded]").allTextContents();
}

/** What is open, by the headers and by what shows below them. */
async function expectOpen(page: Page, headers: readonly string[]): Promise<void> {
  const main = page.getByRole("main");
  await expect.poll(() => main.getByRole("button", { expanded: true }).allTextContents()).toEqual(headers);
  await expect.poll(() => main.getByRole("heading", { name: "Takeaways" }).count()).toBe(headers.length);
}
