import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { itInLongRun } from "../support/long.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today } from "../support/today.ts";
import { besideMonths, choose, tickButton, useStage, visit, waitForSaved } from "./support/browser.ts";
import { storedIn } from "./support/calendar.ts";

const stage = useStage();
const YEAR = today.year;
let page: Page;
beforeAll(async () => {
  ({ page } = await visit(stage));
});

it("exports all years as the terminal does, and importing that again changes nothing", async () => {
  await stage.cli("tick", "1", "3", "--date", `${YEAR}-03-05`);
  await stage.cli("tick", "2", "--date", `${YEAR - 1}-12-31`);
  await stage.cli("tick", "5", "--date", `${YEAR - 4}-06-01`);
  await openMenu();

  const json = await download("Export JSON");
  expect(json.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(json.text)).toEqual(await stage.exported());
  const csv = await download("Export CSV");
  expect(csv.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(csv.text).toBe(await stage.cli("export", "--csv"));

  for (const { path } of [json, csv]) {
    await give(path);
    await page.getByText("Nothing to add. Already here: 4 ticks.").waitFor();
    expect(await besideMonths(page).getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    await give(join(tempDirectory(), "none.json"), "x");
    await page.getByText("This isn't a file we can read. Use a dailyleet or Loop export.").waitFor();
    await give(join(tempDirectory(), "Loop.zip"), "PK\x03\x04 and so on");
    const advice = "Unzip it and choose Checkmarks.csv, or import it in the terminal.";
    await page.getByText(`Loop.zip is a zip file. ${advice}`).waitFor();
  }
  expect(await stage.exported()).toEqual(JSON.parse(json.text));
});

it("says what an import would add, adds it after a backup, never unticks, takes the lower of two marks, and is undone at once", async () => {
  await stage.cli("tick", "1", "3", "--date", `${YEAR}-03-05`);
  await stage.cli("mark", "1", "solved", "--date", `${YEAR}-01-01`);
  const before = await stage.cli("export");
  await openMenu();
  const file = join(tempDirectory(), "other.json");
  const years = {
    [YEAR]: { 64: { 3: true, 4: true } },
    [YEAR - 2]: { 65: { 1: true } },
    [YEAR + 1]: { 1: { 1: true } },
  };
  const practice = {
    "leetcode.com/problems/two-sum": { [`${YEAR}-01-01`]: 1 },
    "leetcode.com/problems/3sum": { [`${YEAR}-01-02`]: 4 },
  };
  // A backup of several profiles, of which the person's own part counts.
  const profiles = [
    { uid: "a1", name: "Asha" },
    { uid: "b2", name: "You", years, practice },
  ];
  const text = JSON.stringify({ version: 1, years: { [YEAR]: { 65: { 1: true } } }, practice: {}, profiles });
  const marks = "Lowers 1 mark: of two marks on one day the lower one counts.";
  const sentence = `Adds 2 ticks and 1 mark. ${marks} Already here: 1 tick. Skipped 1 tick: ${YEAR + 1} has not begun.`;

  await page.setViewportSize({ width: 1280, height: 700 });
  await give(file, text);
  await page.getByText(sentence).waitFor();
  const button = besideMonths(page).getByRole("button", { name: "Import", exact: true });
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(700 - 44);
  await besideMonths(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText(sentence).waitFor({ state: "detached" });
  expect(await stage.cli("export")).toBe(before);

  await give(file, text);
  const copy = await download("Import");
  expect(copy.name).toMatch(/-before-import\.json$/);
  expect(JSON.parse(copy.text)).toEqual(JSON.parse(before));
  await tickButton(page, "March 5, InterviewBit", "Done").waitFor();
  await page.getByText("Added 2 ticks and 2 marks. A backup was saved to your downloads.").waitFor();
  await waitForSaved(page);
  const after = await stage.exported();
  expect(after.years[YEAR]?.[64]).toEqual({ 1: true, 3: true, 4: true });
  expect(after).toMatchObject({ practice, years: { [YEAR - 2]: { 65: { 1: true } } } });

  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await tickButton(page, "March 5, InterviewBit", "Untried").waitFor();
  await waitForSaved(page);
  expect(await stage.exported()).toEqual(JSON.parse(before));
});

itInLongRun("tells the undo of a large import, saves a backup of what it removed, and can be redone", async () => {
  await openMenu();
  const before = await stage.cli("export");
  const file = join(tempDirectory(), "large.json");
  const days = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [index + 200, { 2: true }]));
  const years = { [YEAR - 6]: days };
  await give(file, JSON.stringify({ version: 1, years }));
  await page.getByText("Adds 90 ticks.").waitFor();
  await download("Import");
  await page.locator(".toast", { hasText: "90 ticks added" }).waitFor();
  await page.keyboard.press("Escape");
  const undone = await download("Undo");
  expect(undone.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}-undone\.json$/);
  expect(JSON.parse(undone.text)).toEqual({ version: 1, years, practice: {} });
  await page
    .locator(".toast", { hasText: "Undone. 90 ticks removed. A backup was saved to your downloads." })
    .waitFor();
  await waitForSaved(page);
  expect(await stage.cli("export")).toBe(before);

  await page.locator("button.undo", { hasText: "Redo" }).click();
  await page.locator(".toast", { hasText: "90 ticks added" }).waitFor();
  await waitForSaved(page);
  const after = await stage.exported();
  expect(after.years[YEAR - 6]).toEqual(years[YEAR - 6]);
});

itInLongRun("says so when the last export is long ago", async () => {
  const { page } = await visit(stage, { time: Date.now() - 45 * 86_400_000 });
  await choose(page, "Your data");
  await download("Export JSON", page);
  const isNoted = (value: unknown) => isRecord(value) && value.isExported === true;
  await expect.poll(async () => (await storedIn(page, "kept")).some(isNoted)).toBe(true);
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  const age = page.getByText("Last export 45 days ago");
  await age.waitFor({ state: "attached" });
  await page.locator(".bar .name").click();
  await age.waitFor();
});

/** On a page that was just opened. */
async function openMenu(): Promise<void> {
  await page.goto("about:blank");
  await page.goto(stage.server.url);
  await choose(page, "Your data");
}

async function download(button: string, from = page): Promise<{ name: string; path: string; text: string }> {
  const started = from.waitForEvent("download");
  await besideMonths(from).getByRole("button", { name: button, exact: true }).click();
  const file = await started;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: readFileSync(path, "utf8") };
}

/** Chooses a file, written with this text first when one is given. */
async function give(path: string, text?: string): Promise<void> {
  if (text !== undefined) writeFileSync(path, text);
  await page.locator("input[type=file]").setInputFiles(path);
}
