import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import type { Locator, Page, Request } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today } from "../support/today.ts";
import {
  barButton,
  besideMonths,
  choose,
  focused,
  holdRequests,
  newPage,
  openSignInWindow,
  signIn,
  signOut,
  tickButton,
  trackerShows,
  useStage,
  visit,
  type WatchedPage,
  waitForSaved,
} from "./support/browser.ts";
import { HOSTILE_TEXTS, hostileSheet } from "./support/hostileSheet.ts";
import { moved, noteMoves } from "./support/moves.ts";

/**
 * Facts about the screens that only a browser shows; `tests/site` tests their logic in process. All tests share one
 * page of a person with a few ticks and marks.
 */
const stage = useStage();
const YEAR = today.year;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  await stage.importYears({
    [YEAR - 1]: Object.fromEntries([361, 362, 363, 364, 365].map((day) => [day, { 1: true }])),
  });
  for (const words of ["1 solution", "2 solved", "3 solved"])
    await stage.cli("mark", ...words.split(" "), "--date", formatDate(addDays(today, -30)));
  watched = await visit(stage);
  page = watched.page;
  await barButton(page, "Keyboard shortcuts").waitFor();
});

/** Goes to a screen by its hash, as a link does. */
const goTo = (hash: string) => page.evaluate((text) => void location.assign(text), hash);
const rows = () => page.locator(".rows > li");
const header = (row: number) => page.locator(".rows h3 button").nth(row);
const pressed = () => page.locator(".marks [aria-pressed=true] > span").allTextContents();

it("preloads no style sheet that stays unused, of which the browser would warn", async () => {
  const unused = () => {
    const linked = (rel: string) =>
      [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)].map(({ href }) => href);
    return linked("preload").filter((href) => !linked("stylesheet").includes(href));
  };
  // React preloads the style sheets of the next screen.
  await expect.poll(() => page.evaluate(unused)).toEqual([]);
});

it("the figures name the best streak", async () => {
  const best = page.locator(".figures div", { hasText: "Best streak" });
  await expect
    .poll(() => best.textContent())
    .toMatch(/^Best streak5 daysDecember 27 to December 31, \d{4}; best streak ever$/);
});

it("exports into a file, and imports one that is chosen, by a button in the window; undone at once", async () => {
  await choose(page, "Your data");
  const started = page.waitForEvent("download");
  await besideMonths(page).getByRole("button", { name: "Export JSON" }).click();
  const exported = JSON.parse(readFileSync(await (await started).path(), "utf8"));
  expect(exported).toEqual(await stage.exported());

  const file = join(tempDirectory(), "other.json");
  writeFileSync(file, JSON.stringify({ version: 1, years: { [YEAR]: { 64: { 4: true } } } }));
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.locator("input[type=file]").setInputFiles(file);
  const button = besideMonths(page).getByRole("button", { name: "Import", exact: true });
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(700 - 44);
  await button.click();
  await page.getByText("Added 1 tick. A backup was saved to your downloads.").waitFor();
  await page.keyboard.press("Escape");
  await tickButton(page, "March 5, InterviewBit", "Done").waitFor();
  await page.keyboard.press("Control+z");
  await tickButton(page, "March 5, InterviewBit", "Untried").waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
});

it("a setting of this browser shows at once, and a day that is typed is saved and keeps the focus", async () => {
  await choose(page, "Settings");
  const sheet = page.getByRole("dialog", { name: "Settings" });
  const plan = async () => (await stage.cli("config", "plan")).trim();
  const until = sheet.getByLabel("Interview on");
  await until.fill(`${YEAR}-12-20`);
  await until.focus();
  // Digits that give the same date at any typing speed.
  await page.keyboard.type("0909");
  expect(await until.evaluate((field) => field === document.activeElement)).toBe(true);
  await until.blur();
  await expect.poll(plan).toBe(`${YEAR}-09-09`);
  await until.focus();
  await page.keyboard.type("0101");
  await until.blur();
  await sheet
    .getByRole("status")
    .getByText(/^The interview can't be in the past/)
    .waitFor();
  expect([await until.inputValue(), await plan()]).toEqual([`${YEAR}-09-09`, `${YEAR}-09-09`]);
  await sheet.getByLabel("Week begins on").selectOption("Saturday");
  await page.keyboard.press("Escape");
  await page.locator(".month > header span").first().getByText("Sat", { exact: true }).waitFor();
});

it("the counter has a picture, a line in letters of its own font, and a number that each click increases", async () => {
  const fonts: string[] = [];
  const note = (request: Request) => request.resourceType() === "font" && fonts.push(request.url());
  watched.context.on("request", note);
  await goTo("#counter");
  const increase = page.locator("main.counter").getByRole("button", { name: "Increase Count" });
  await increase.waitFor();
  const line = page.locator("main:visible [lang=sa]");
  expect(await line.textContent()).toMatch(/^[\p{Script=Devanagari}\s।॥]+$/u);
  await page.evaluate(() => document.fonts.ready);
  const spaces = (await line.innerText()).split(" ").length - 1;
  expect(await systemFontGlyphs(page, ".line")).toBe(spaces);
  expect(fonts).toHaveLength(1);
  watched.context.off("request", note);
  const picture = page.locator("main:visible img");
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => picture.evaluate(isDrawn)).toBe(true);
  expect(await page.getByText(/^Count: \d+$/).textContent()).toBe("Count: 0");
  // Forty clicks in quick succession: well over twenty a second.
  const { x, y, width, height } = (await increase.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await Promise.all(Array.from({ length: 40 }, () => page.mouse.click(x + width / 2, y + height / 2)));
  await page.getByText("Count: 40", { exact: true }).waitFor();
  await increase.press("Enter");
  await page.getByText("Count: 41", { exact: true }).waitFor();
});

it("of a question's header the name alone is seen, and its address is copied, too", async () => {
  await goTo("#questions");
  await header(0).waitFor();
  const parts = await header(0).evaluate((button) =>
    [...button.querySelectorAll("bdi")]
      .filter((part) => part.getBoundingClientRect().width > 1)
      .map((part) => part.textContent),
  );
  expect(parts).toEqual(["Two Sum"]);
  const copied = await header(0).evaluate((button) => {
    getSelection()?.selectAllChildren(button);
    return getSelection()?.toString();
  });
  expect(copied?.replace(/\s+/g, " ")).toBe("Two Sum - https://leetcode.com/problems/two-sum/");
});

it("the list is printed on two pages, without what can only be pressed", async () => {
  await expect.poll(() => rows().count()).toBe(75);
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(file.match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(":is(input, select, .next, .side)").filter({ visible: true }).count()).toBe(0);
  expect(await rows().filter({ visible: true }).count()).toBe(75);
  await page.emulateMedia({ media: "screen" });
});

it("a key marks nothing out of sight, nor what has lost the focus to another question: it leads there first", async () => {
  await header(0).click();
  await header(2).click();
  await expectOpenedShows();
  await page.evaluate(() => scrollBy({ top: 2_500, behavior: "instant" }));
  await page.keyboard.press("2");
  await expectOpenedShows();
  await header(0).focus();
  await page.keyboard.press("2");
  await expectOpenedShows();
  expect(await pressed()).toEqual([]);
  await page.keyboard.press("2");
  await expect.poll(pressed).toEqual(["Needed a hint"]);
  await page.keyboard.press("1");
  await expect.poll(pressed).toEqual(["Needed the solution"]);
  // The undo button disappears with its offer, and the focus goes to the question.
  for (const [name, mark] of [
    ["Undo", "Needed a hint"],
    ["Redo", "Needed the solution"],
  ] as const) {
    await barButton(page, name).click();
    await expect.poll(pressed).toEqual([mark]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("true");
  }
});

it("states, difficulties and a chosen mark are told apart without colour", async () => {
  await page.getByText("Progress by tag").click();
  const tick = page.locator(".marks [aria-pressed=true] > span");
  expect(await tick.evaluate((name) => getComputedStyle(name, "::before").content)).toContain("✓");
  const shapes = await page.locator(".signs .sign").all();
  const levels = [0, 1, 4].map((row) => page.locator(".rows").first().locator(".difficulty").nth(row));
  const grey = (filter: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty("filter", value), filter);
  await grey("grayscale(1) contrast(9)");
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    expect([forcedColors, await different(shapes)]).toEqual([forcedColors, 4]);
  }
  await page.emulateMedia({ forcedColors: "none" });
  expect(await different(levels, 14)).toBe(3);
  await grey("none");
});

it("the list comes before its tools: at once on a wide window and while one searches, below the plan's button on a phone", async () => {
  const top = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  const headEnd = () => page.locator(".list-head").evaluate((head) => head.getBoundingClientRect().bottom);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  expect(await top(".rows li")).toBeLessThanOrEqual(200);
  await page.setViewportSize({ width: 390, height: 844 });
  // One row is about 56 px high, depending on the font.
  await expect.poll(async () => (await page.locator(".suggestion").boundingBox())?.height).toBeLessThan(64);
  expect(await top(".rows li")).toBeLessThanOrEqual(310);
  await page.evaluate(() => scrollBy({ top: 900, behavior: "instant" }));
  await page.getByRole("searchbox").fill("tree");
  await page.locator(".summary", { hasText: /^\d+ of 75/ }).waitFor();
  await expect.poll(async () => (await top(".rows li")) - (await headEnd())).toBeLessThan(80);
  expect((await top(".rows li")) - (await headEnd())).toBeGreaterThan(0);
  await page.getByRole("searchbox").fill("");
  await page.setViewportSize({ width: 1280, height: 720 });
});

it("a question is practised by keys: its link is large, its marks stand in one row, and the next one follows", async () => {
  await page.keyboard.press("Escape");
  await page.locator("main.questions").focus();
  await page.keyboard.press("p");
  const flow = page.locator(".flow");
  await flow.getByRole("heading", { name: /^\d of \d+$/ }).waitFor();
  const before = (await flow.locator("h3").textContent()) ?? "";
  await expect.poll(() => focused(page)).toBe(before);
  expect((await flow.getByRole("link", { name: /^View Question on/ }).boundingBox())?.height).toBe(48);
  const tops = await page
    .locator(".marks button")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.emulateMedia({ media: "print" });
  const pieces = await page.locator(".flow .details").evaluate((card) => card.getClientRects().length);
  expect(["printed in", pieces]).toEqual(["printed in", 1]);
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("4");
  await page.locator(".went").waitFor();
  // Opening an answer keeps the question.
  await flow.getByRole("button", { name: "Show takeaways" }).click();
  expect(await flow.locator("h3").textContent()).toBe(before);
  await page.keyboard.press("n");
  await expect.poll(() => flow.locator("h3").textContent()).not.toBe(before);
  await waitForSaved(page);
});

it("today's card says on a phone what is due, and leads there and back; nothing moves", async () => {
  await page.addInitScript(noteMoves);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("about:blank");
  await page.goto(stage.server.url);
  const link = page.locator(".day[aria-current] a.due");
  await link.waitFor();
  expect(await moved(page)).toEqual([]);
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await page.locator(".flow").waitFor();
  await page.goBack();
  await link.waitFor();
  await page.goForward();
  await page.locator(".flow").waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  expect([watched.problems, watched.foreign]).toEqual([[], []]);
});

it("two tabs agree, and where one signs out, the other one asks to sign in", async () => {
  await goTo("#state=new");
  await header(0).waitFor();
  const first = await header(0).textContent();
  const tab = await watched.context.newPage();
  await tab.goto(`${stage.server.url}/#questions`);
  await tab.getByRole("button", { name: first ?? "" }).click();
  await tab.keyboard.press("3");
  await expect.poll(() => header(0).textContent()).not.toBe(first);
  await waitForSaved(tab);
  await signOut(tab);
  await page.getByRole("heading", { name: "Please sign in" }).waitFor();
  await tab.close();
  expect(await header(0).isVisible()).toBe(false);
  expect(await barButton(page, "Switch View").count()).toBe(0);
  await (await openSignInWindow(watched)).getByRole("button", { name: "Continue as You" }).click();
  await trackerShows(page);
  // This tab may have sent a request while the other one signed out.
  const problems = watched.problems.splice(0);
  expect(problems.filter((text) => !text.endsWith(": You are signed out; sign in again."))).toEqual([]);
});

it("the list asks at once for all that draws it where the address names it, and nothing moves when the questions come", async () => {
  const visitor = await newPage(stage);
  const { page } = visitor;
  await page.addInitScript(noteMoves);
  const releaseChunk = await holdRequests(page, "**/_astro/data.*.js");
  const releaseSheet = await holdRequests(page, "**/questions.json");
  const asked = ["questions", "glance", "config"].map((name) => page.waitForRequest(`**/_astro/${name}.*.js`));
  const opened = signIn(visitor, stage.server.url, "You", "#q=");
  await Promise.all(asked);
  releaseChunk();
  await opened;
  await page.getByRole("main").getByText("Loading the questions…").waitFor();
  await page.getByText("Loading your progress to see what is due…").first().waitFor({ state: "attached" });
  releaseSheet();
  await page
    .getByRole("main")
    .getByText(/^75 questions/)
    .waitFor();
  await page.locator(".suggestion li").first().waitFor();
  expect(await moved(page)).toEqual([]);
});

it("a list of one's own shows, and of a hostile sheet no script runs and no foreign host is asked", async () => {
  const SHEET = "https://docs.google.com/spreadsheets/d/hostile/gviz/tq?tqx=out:json";
  writeFileSync(join(stage.home, "questions.csv"), "Name,Link\nAlpha,https://example.org/alpha\n");
  /**
   * Opens the page in a browser that has no other sheet stored. A document without scripts removes the stored
   * configuration: the page itself could store it again, and would request the old sheet, which the server no longer
   * has.
   */
  const open = async (sheet: string) => {
    await page.goto(`${stage.server.url}/404.html`);
    await page.evaluate(() => localStorage.removeItem("dailyleet/config"));
    writeFileSync(join(stage.home, "dailyleet.json"), JSON.stringify({ sheet }));
    await page.goto(`${stage.server.url}/#questions`);
  };
  await open("./questions.csv");
  await expect.poll(() => header(0).textContent()).toBe("Alpha - https://example.org/alpha");

  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const headers = { "Content-Type": "application/json; charset=utf-8", "Access-Control-Allow-Origin": "*" };
  await watched.context.route(SHEET, (route) => route.fulfill({ headers, body: hostileSheet() }));
  await open(SHEET);
  await page.locator("main [aria-expanded]").nth(HOSTILE_TEXTS.length).waitFor();
  await page.getByRole("main").evaluate(async (list) => {
    for (const row of list.querySelectorAll<HTMLElement>("[aria-expanded]")) {
      row.click();
      while (row.ariaExpanded !== "true") await new Promise(requestAnimationFrame);
    }
  });
  await goTo(`#${new URLSearchParams({ q: "<img src=x onerror=alert(1)>", tag: "<script>alert(1)</script>" })}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Remove the tag <script>/ })
    .waitFor();
  const { foreign, problems } = watched;
  expect({ dialogs, foreign: [...new Set(foreign)], problems }).toEqual({
    dialogs: [],
    foreign: [SHEET],
    problems: [],
  });
});

/** The header of the open question has the focus and is in the window. */
async function expectOpenedShows(): Promise<void> {
  const opened = page.locator(".rows h3 button[aria-expanded=true]");
  await expect.poll(() => opened.evaluate((button) => button === document.activeElement)).toBe(true);
  const { top, bottom } = await opened.evaluate((button) => button.getBoundingClientRect());
  expect([top > 0, bottom < (page.viewportSize()?.height ?? 0)]).toEqual([true, true]);
}

/** The number of parts that look different, within their first `width` pixels if that is given. */
async function different(parts: readonly Locator[], width?: number): Promise<number> {
  const seen = new Set<string>();
  for (const part of parts) {
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    if (box === null) throw new Error("it is not seen");
    seen.add((await page.screenshot({ clip: { ...box, width: width ?? box.width } })).toString("base64"));
  }
  return seen.size;
}

/** The number of glyphs from system fonts, which may be missing on another computer. */
async function systemFontGlyphs(page: Page, selector: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.reduce((sum, { isCustomFont, glyphCount }) => sum + (isCustomFont ? 0 : glyphCount), 0);
}
