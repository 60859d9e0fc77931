import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, dayOfYear, formatDate, shortDate } from "@dailyleet/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { json } from "../client/support/scriptedServer.ts";
import { type RunningServer, runCli, serve } from "../support/cliProcess.ts";
import { ACCOUNT } from "../support/judgeSamples.ts";
import { startJudgesServer } from "../support/judgesServer.ts";
import { today } from "../support/today.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  barButton,
  openPage,
  signIn,
  tickButton,
  useBrowser,
  type WatchedPage,
  waitForSaved,
} from "./support/browser.ts";
import { moved, noteMoves } from "./support/moves.ts";

const stage = useBrowser();
const judges = await startJudgesServer();
const home = mkdtempSync(join(tmpdir(), "dailyleet-e2e-"));
let server: RunningServer;
beforeAll(async () => {
  for (const site of ["leetcode", "geeksforgeeks", "codechef"]) await cli("config", `account.${site}`, ACCOUNT);
  await cli("config", "problems", "on");
  server = await serve(home, judges.env);
});
afterAll(async () => {
  await server?.stop();
  await judges.stop();
  rmSync(home, { recursive: true, force: true });
});

async function cli(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(home, args, judges.env);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

const yesterday = addDays(today, -1);
const HOSTILE = "<img src=x onerror=alert(1)>";

/** Accepted submissions at noon yesterday and in the first second of today. */
function leetcode() {
  const midnight = new Date(today.year, today.month - 1, today.day).getTime() / 1_000;
  const rows = [`${HOSTILE}\u0007\u202e Two Sum`, "Three Sum"].map((title, index) => ({
    id: `${index}`,
    title,
    titleSlug: `sample-${index}`,
    timestamp: `${midnight - index * 43_200}`,
  }));
  return json(200, { data: { matchedUser: { username: ACCOUNT }, recentAcSubmissionList: rows } });
}

function geeksforgeeks() {
  const problem = { slug: "sum", pname: "Sum", lang: "cpp", user_subtime: `${formatDate(yesterday)} 23:41:07` };
  return json(200, { status: "success", message: "", result: { Easy: { 1: problem } }, count: 1 });
}

/** The ticks of today and of yesterday. */
async function ticks(): Promise<(object | undefined)[]> {
  const { years } = JSON.parse(await cli("export"));
  return [today, yesterday].map((date) => years[date.year]?.[dayOfYear(date)]);
}

const LONG_NAME = "The Sum of Two Numbers of a Long List That Is Not Sorted";

/** LeetCode's daily problem; the question list has it under a shorter name. */
function leetcodeDaily() {
  const question = { title: LONG_NAME, titleSlug: "two-sum", difficulty: "Easy", isPaidOnly: false };
  const date = new Date().toISOString().slice(0, 10);
  const daily = { date, link: "/problems/two-sum/", question };
  return json(200, { data: { activeDailyCodingChallengeQuestion: daily } });
}

function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** Whether the middle of an element is visible and takes a click. */
function isSeen(element: Element): boolean {
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

let watched: WatchedPage;
beforeAll(async () => {
  judges.answer("leetcodeDaily", leetcodeDaily());
  judges.answer("geeksforgeeksDaily", json(500, {}));
  watched = await openPage(stage.browser, ["localhost"], { viewport: { width: 390, height: 844 } });
  await watched.page.addInitScript(noteMoves);
  await signIn(watched, server.url);
  // From the second visit on, the first frame uses the person's settings.
  await watched.page.locator(".today .problem").first().waitFor({ state: "attached" });
  await watched.page.reload();
});

it("names today's problem below its source, with the state that it has in the list, and moves nothing for it", async () => {
  const { page, problems } = watched;
  await page.locator(".today .problem").first().waitFor({ state: "attached" });
  const [first, ...others] = await page.locator(".today .problem").all();
  const link = first?.getByRole("link", { name: `${LONG_NAME} · Easy` });
  await link?.waitFor();
  expect(await link?.getAttribute("href")).toBe("https://leetcode.com/problems/two-sum/");
  // Only GeeksforGeeks has a problem as well.
  expect(await Promise.all(others.map((place) => place.textContent()))).toEqual([""]);
  const nameOf = (source: string) => page.locator(".today li > a", { hasText: source }).evaluate(textBox);
  expect(await link?.evaluate((element) => element.getBoundingClientRect().left)).toBe((await nameOf("LeetCode")).left);
  expect(await moved(page)).toEqual([]);
  // Without a problem the name has the same place as in the other rows.
  const inRow = async (source: string) => {
    const row = await page.locator(".today li", { hasText: source }).boundingBox();
    return (await nameOf(source)).top - (row?.y ?? 0);
  };
  expect(await inRow("GeeksforGeeks")).toBe(await inRow("InterviewBit"));
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const parts = (await first?.locator("bdi, span, a + a").all()) ?? [];
    const seen = await Promise.all(parts.map((part) => part.evaluate(isSeen)));
    expect({ width, seen }).toEqual({ width, seen: [true, true, true] });
  }
  // The button that opens the sites is as wide as the part above it.
  for (const [width, above] of [
    [390, "ol"],
    [768, ".notes"],
    [1024, ".notes"],
    [1440, "figure"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await page
      .locator(`.today :is(.check, ${above})`)
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    expect({ width, differ: new Set(widths).size, parts: widths.length }).toEqual({ width, differ: 1, parts: 2 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "problems of the day");
  await first?.getByRole("link", { name: "New, Two Sum in the list" }).click();
  await page.locator("main.questions").getByText("Two Sum").first().waitFor();
  expect(problems).toEqual([]);
});

it("lists by day what the sites found, adds the chosen ticks as one step, and none that is ticked by then", async () => {
  judges.answer("leetcode", leetcode());
  judges.answer("geeksforgeeks", geeksforgeeks());
  judges.answer("codechef", json(500, {}));
  const { page, problems } = watched;
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  const check = page.locator(".today").getByRole("button", { name: "Check my sites" });
  await check.click();
  const sheet = page.getByRole("dialog", { name: "Found on your sites" });
  await sheet.getByText("3 ticks found.").waitFor();
  const days = await sheet.getByRole("group").allInnerTexts();
  expect(days.map((text) => text.replaceAll("\n", " "))).toEqual([
    expect.stringMatching(`${shortDate(yesterday)}.* LeetCode Three Sum .*GeeksforGeeks Sum date as the site gives it`),
    expect.stringContaining(`${shortDate(today)} LeetCode ${HOSTILE}`),
  ]);
  await sheet.getByText("CodeChef has a problem of its own (500); try again later.").waitFor();
  await sheet.getByText(/^LeetCode: the newest 2, back to .*; 2 days found, 0 already ticked$/).waitFor();
  await expectAccessible(page, "found on the sites");

  const add = sheet.getByRole("button", { name: /^Add/ });
  const chosen = () => sheet.getByRole("checkbox", { checked: true }).count();
  expect([await add.textContent(), await chosen()]).toEqual(["Add 2 ticks", 2]);
  await sheet.getByRole("checkbox", { name: /GeeksforGeeks/ }).check();
  expect(await add.textContent()).toBe("Add 3 ticks");
  await cli("tick", "1");
  await add.click();
  await sheet.waitFor({ state: "detached" });
  await page.getByText("2 ticks added").waitFor();
  await tickButton(page, `${shortDate(today)}, LeetCode`, "Done").waitFor();
  await waitForSaved(page);
  expect(await ticks()).toEqual([{ 1: true }, { 1: true, 3: true }]);

  await page.keyboard.press("f");
  await sheet.getByText("No new ticks.").waitFor();
  await sheet.getByText(/^LeetCode: .*; 2 days found, 2 already ticked/).waitFor();
  await page.keyboard.press("Escape");
  await barButton(page, "Undo").click();
  await waitForSaved(page);
  expect(await ticks()).toEqual([{ 1: true }, undefined]);
  expect(problems).toEqual([]);
});
