import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today } from "../support/today.ts";
import { barButton, besideMonths, newPage, signIn, tickButton, useStage, waitForSaved } from "./support/browser.ts";
import { storedIn } from "./support/calendar.ts";

const stage = useStage();
const YEAR = today.year;

it("exports all years as the terminal does, and importing that again changes nothing", async () => {
  await runCli(stage.home, ["tick", "1", "3", "--date", `${YEAR}-03-05`]);
  await runCli(stage.home, ["tick", "2", "--date", `${YEAR - 1}-12-31`]);
  await runCli(stage.home, ["tick", "5", "--date", `${YEAR - 4}-06-01`]);
  const page = await openMenu();

  const json = await download(page, "Export JSON");
  expect(json.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(json.text)).toEqual(JSON.parse((await runCli(stage.home, ["export"])).stdout));
  const csv = await download(page, "Export CSV");
  expect(csv.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(csv.text).toBe((await runCli(stage.home, ["export", "--csv"])).stdout);

  for (const { path } of [json, csv]) {
    await choose(page, path);
    await page.getByText("Nothing to add. Already here: 4 ticks.").waitFor();
    expect(await besideMonths(page).getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    await choose(page, join(tempDirectory(), "none.json"), "x");
    await page.getByText("This isn't a file we can read. Use a dailyleet or Loop export.").waitFor();
    await choose(page, join(tempDirectory(), "Loop.zip"), "PK\x03\x04 and so on");
    const advice = "Unzip it and choose Checkmarks.csv, or import it in the terminal.";
    await page.getByText(`Loop.zip is a zip file. ${advice}`).waitFor();
  }
  expect(JSON.parse((await runCli(stage.home, ["export"])).stdout)).toEqual(JSON.parse(json.text));
});

it("says what an import would add, adds it after a backup, never unticks, and can be undone at once", async () => {
  await runCli(stage.home, ["tick", "1", "3", "--date", `${YEAR}-03-05`]);
  const before = (await runCli(stage.home, ["export"])).stdout;
  const page = await openMenu();
  const file = join(tempDirectory(), "other.json");
  const years = {
    [YEAR]: { 64: { 3: true, 4: true } },
    [YEAR - 2]: { 65: { 1: true } },
    [YEAR + 1]: { 1: { 1: true } },
  };
  const text = JSON.stringify({ version: 1, years });
  const sentence = `Adds 2 ticks. Already here: 1 tick. Skipped 1 tick: ${YEAR + 1} has not begun.`;

  await page.setViewportSize({ width: 1280, height: 700 });
  await choose(page, file, text);
  await page.getByText(sentence).waitFor();
  const button = besideMonths(page).getByRole("button", { name: "Import", exact: true });
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(700 - 44);
  await besideMonths(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText(sentence).waitFor({ state: "detached" });
  expect((await runCli(stage.home, ["export"])).stdout).toBe(before);

  await choose(page, file, text);
  const copy = await download(page, "Import");
  expect(copy.name).toMatch(/-before-import\.json$/);
  expect(JSON.parse(copy.text)).toEqual(JSON.parse(before));
  await tickButton(page, "March 5, InterviewBit", "Done").waitFor();
  await page.getByText("Added 2 ticks. A backup was saved to your downloads.").waitFor();
  await waitForSaved(page);
  const after = JSON.parse((await runCli(stage.home, ["export"])).stdout);
  expect(after.years[YEAR][64]).toEqual({ 1: true, 3: true, 4: true });
  expect(after.years[YEAR - 2]).toEqual({ 65: { 1: true } });

  await page.keyboard.press("Control+z");
  await tickButton(page, "March 5, InterviewBit", "Untried").waitFor();
  await waitForSaved(page);
  expect(JSON.parse((await runCli(stage.home, ["export"])).stdout)).toEqual(JSON.parse(before));
});

it("takes the person's own part of a backup of several profiles", async () => {
  const page = await openMenu();
  const ownYears = { [YEAR]: { 66: { 2: true }, 67: { 2: true } } };
  const profiles = [
    { uid: "a1", name: "Asha" },
    { uid: "b2", name: "You", years: ownYears },
  ];
  const document = { version: 1, years: { [YEAR]: { 65: { 1: true } } }, practice: {}, profiles };
  await choose(page, join(tempDirectory(), "backup.json"), JSON.stringify(document));
  await page.getByText("Adds 2 ticks.").waitFor();
});

it("adds marks of questions too, of two the lower, and undoes them with the ticks", async () => {
  await runCli(stage.home, ["mark", "1", "solved", "--date", `${YEAR}-01-01`]);
  const before = (await runCli(stage.home, ["export"])).stdout;
  const page = await openMenu();
  const json = await download(page, "Export JSON");
  expect(JSON.parse(json.text)).toEqual(JSON.parse(before));
  const practice = {
    "leetcode.com/problems/two-sum": { [`${YEAR}-01-01`]: 1 },
    "leetcode.com/problems/3sum": { [`${YEAR}-01-02`]: 4 },
  };
  const years = { [YEAR - 3]: { 9: { 1: true } } };
  await choose(page, join(tempDirectory(), "marks.json"), JSON.stringify({ version: 1, years, practice }));
  await page.getByText("Adds 1 tick and 1 mark. Lowers 1 mark").waitFor();
  const copy = await download(page, "Import");
  expect(JSON.parse(copy.text)).toEqual(JSON.parse(before));
  await page.getByText("Added 1 tick and 2 marks. A backup was saved to your downloads.").waitFor();
  await waitForSaved(page);
  expect(JSON.parse((await runCli(stage.home, ["export"])).stdout)).toMatchObject({ practice, years });
  await barButton(page, "Undo").click();
  await waitForSaved(page);
  expect((await runCli(stage.home, ["export"])).stdout).toBe(before);
});

it("tells the undo of a large import, saves a backup of what it removed, and can be redone", async () => {
  const page = await openMenu();
  const before = (await runCli(stage.home, ["export"])).stdout;
  const file = join(tempDirectory(), "large.json");
  const days = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [index + 200, { 2: true }]));
  const years = { [YEAR - 6]: days };
  await choose(page, file, JSON.stringify({ version: 1, years }));
  await page.getByText("Adds 90 ticks.").waitFor();
  await download(page, "Import");
  await page.locator(".toast", { hasText: "90 ticks added" }).waitFor();
  const undone = await download(page, "Undo");
  expect(undone.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}-undone\.json$/);
  expect(JSON.parse(undone.text)).toEqual({ version: 1, years, practice: {} });
  await page
    .locator(".toast", { hasText: "Undone. 90 ticks removed. A backup was saved to your downloads." })
    .waitFor();
  await waitForSaved(page);
  expect((await runCli(stage.home, ["export"])).stdout).toBe(before);

  await page.locator("button.undo", { hasText: "Redo" }).click();
  await page.locator(".toast", { hasText: "90 ticks added" }).waitFor();
  await waitForSaved(page);
  const after = JSON.parse((await runCli(stage.home, ["export"])).stdout);
  expect(after.years[YEAR - 6]).toEqual(years[YEAR - 6]);
});

it("says so when the last export is long ago", async () => {
  const watched = await newPage(stage);
  const { page } = watched;
  await page.clock.install({ time: Date.now() - 45 * 86_400_000 });
  await signIn(watched, stage.server.url);
  await page.getByText("Your data", { exact: true }).click();
  await download(page, "Export JSON");
  await expect.poll(() => isExportNoted(page)).toBe(true);
  await page.clock.setSystemTime(Date.now());
  await page.reload();
  await page.getByText("Your data: last export 45 days ago").waitFor();
});

it("exports a year that a clock far ahead has begun", async () => {
  const ahead = Number(process.env.CLOCK_AHEAD ?? 0) + 5 * 366 * 86_400_000;
  await runCli(stage.home, ["tick", "4"], { CLOCK_AHEAD: String(ahead) });
  const { text } = await download(await openMenu(), "Export JSON");
  expect(Math.max(...Object.keys(JSON.parse(text).years).map(Number))).toBeGreaterThan(YEAR + 3);
  expect(text).toBe((await runCli(stage.home, ["export"])).stdout);
});

/** Whether the browser's database says that there was an export. */
async function isExportNoted(page: Page): Promise<boolean> {
  return (await storedIn(page, "kept")).some((value) => isRecord(value) && value.isExported === true);
}

async function openMenu(): Promise<Page> {
  const watched = await newPage(stage);
  await signIn(watched, stage.server.url);
  await watched.page.getByText("Your data", { exact: true }).click();
  return watched.page;
}

async function download(page: Page, button: string): Promise<{ name: string; path: string; text: string }> {
  const started = page.waitForEvent("download");
  await besideMonths(page).getByRole("button", { name: button, exact: true }).click();
  const file = await started;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: readFileSync(path, "utf8") };
}

/** Chooses a file, written with this text first when one is given. */
async function choose(page: Page, path: string, text?: string): Promise<void> {
  if (text !== undefined) writeFileSync(path, text);
  await page.locator("input[type=file]").setInputFiles(path);
}
