import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { today } from "../support/today.ts";
import { type Computer, startComputer } from "./support/computer.ts";
import { click, clickButton, find, press, shown } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

const YEAR = today.year;
const DAY_MS = 86_400_000;

type Page = Awaited<ReturnType<typeof openPage>>;

async function openSheet(computer: Computer, hash = "#questions"): Promise<Page> {
  const page = await openPage(computer, { hash });
  await find(".tools .help");
  await clickButton(/^Your data/, "#person");
  await find("dialog h2", "Your data");
  return page;
}

async function download({ downloads }: Page, button: string, within = "dialog") {
  const count = downloads.length;
  await clickButton(button, within);
  await expect.poll(() => downloads.length).toBe(count + 1);
  return downloads[count] as Page["downloads"][number];
}

/** Chooses a file in the page's file field. */
function give(name: string, text: string): void {
  const input = document.querySelector("input[type=file]");
  Object.defineProperty(input, "files", { configurable: true, value: [new File([text], name)] });
  input?.dispatchEvent(new Event("change", { bubbles: true }));
}

const note = (text: string) => find("dialog .note", text);
const toast = (text: string) => find(".toast > span", text);
const saved = () => find("header [role=status]", "Saved");
const exported = async (computer: Computer) => JSON.parse(await computer.cli("export"));
const isTicked = async (selector: string) => (await find(selector)).getAttribute("aria-pressed");

it("exports all years as the terminal does, and importing that again changes nothing", async () => {
  const computer = await startComputer();
  for (const words of [`1 3 --date ${YEAR}-03-05`, `2 --date ${YEAR - 1}-12-31`, `5 --date ${YEAR - 4}-06-01`])
    await computer.cli(`tick ${words}`);
  const before = await computer.cli("export");
  const page = await openSheet(computer);
  const json = await download(page, "Export JSON");
  expect(json.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(json.text)).toEqual(JSON.parse(before));
  const csv = await download(page, "Export CSV");
  expect(csv.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(csv.text).toBe(await computer.cli("export --csv"));

  for (const { name, text } of [json, csv]) {
    give(name, text);
    await note("Nothing new. Already here: 4 ticks.");
    expect(shown("dialog button", "Import")).toEqual([]);
    give("none.json", "x");
    await note("This isn't a file we can read. Use a dailyleet or Loop export.");
    give("Loop.zip", "PK\x03\x04 and so on");
    await note("Loop.zip is a zip file. Unzip it and choose Checkmarks.csv, or import it in the terminal.");
  }
  expect(await computer.cli("export")).toBe(before);
  expect(page.problems).toEqual([]);
});

it("says what an import would add, adds it after a backup, never unticks, takes the lower of two marks, and is undone at once", async () => {
  const computer = await startComputer();
  await computer.cli(`tick 1 3 --date ${YEAR}-03-05`);
  await computer.cli(`mark 1 solved --date ${YEAR}-01-01`);
  const before = await exported(computer);
  const years = {
    [YEAR]: { 64: { 3: true, 4: true } },
    [YEAR - 2]: { 65: { 1: true } },
    [YEAR + 1]: { 1: { 1: true } },
  };
  const practice = {
    "leetcode.com/problems/two-sum": { [`${YEAR}-01-01`]: 1 },
    "leetcode.com/problems/3sum": { [`${YEAR}-01-02`]: 4 },
  };
  // From a backup of several profiles, the import takes only the person's own.
  const profiles = [
    { uid: "a1", name: "Asha" },
    { uid: "b2", name: "You", years, practice },
  ];
  const text = JSON.stringify({ version: 1, years: { [YEAR]: { 65: { 1: true } } }, practice: {}, profiles });
  const rest =
    "1 mark: of two marks on one day the lower one counts. Already here: 1 tick. Skipped 1 tick of days to come.";
  const sentence = `Would add 2 ticks and 1 mark. Would lower ${rest}`;
  const page = await openSheet(computer, "#calendar");
  give("other.json", text);
  await note(sentence);
  await clickButton("Cancel", "dialog");
  await note("");
  expect(await exported(computer)).toEqual(before);

  give("other.json", text);
  await note(sentence);
  const copy = await download(page, "Import");
  expect(copy.name).toMatch(/-before-import\.json$/);
  expect(JSON.parse(copy.text)).toEqual(before);
  const added = "#day-64 [value='4']";
  await expect.poll(() => isTicked(added)).toBe("true");
  await note(`Added 2 ticks and 1 mark. Lowered ${rest} A backup was saved to your downloads.`);
  await saved();
  const after = await exported(computer);
  expect(after.years[YEAR]?.[64]).toEqual({ 1: true, 3: true, 4: true });
  expect(after).toMatchObject({ practice, years: { [YEAR - 2]: { 65: { 1: true } } } });

  await clickButton("Close", "dialog");
  press("z", { ctrlKey: true });
  await expect.poll(() => isTicked(added)).toBe("false");
  await expect.poll(() => exported(computer)).toEqual(before);
});

it("adds another's ticks only after a press of 'Import all the same'", async () => {
  const computer = await startComputer();
  const before = await exported(computer);
  const years = { [YEAR]: { 64: { 3: true } } };
  const page = await openSheet(computer, "#calendar");
  give("ravi.json", JSON.stringify({ version: 1, years, practice: {}, profiles: [{ uid: "a1", name: "Ravi" }] }));
  await note("ravi.json is of Ravi, not of You. Would add 1 tick.");
  expect(shown("dialog button", "Import")).toEqual([]);
  expect(await isTicked("#day-64 [value='3']")).toBe("false");
  expect(await exported(computer)).toEqual(before);
  await download(page, "Import all the same");
  await note("Added 1 tick. A backup was saved to your downloads.");
  await saved();
  expect(await exported(computer)).toEqual({ ...before, years });
});

it("brings settings along, accounts only where the person says so, and takes both back", async () => {
  const computer = await startComputer();
  await computer.cli("config list all");
  const settings = {
    list: { value: "neetcode150" },
    "source.2": { name: "Second", url: "https://second.example" },
    "account.leetcode": { value: "ada" },
  };
  const text = JSON.stringify({ version: 1, years: {}, settings });
  const page = await openSheet(computer);
  const own = async () => (await exported(computer)).settings;
  give("other.json", text);
  await note("Would add 1 setting.");
  expect(await find("dialog label", "Accounts, too")).toHaveProperty("control.checked", false);
  await download(page, "Import");
  await note("Added 1 setting. A backup was saved to your downloads.");
  await saved();
  expect(await own()).toEqual({ list: { value: "all" }, "source.2": settings["source.2"] });

  give("other.json", text);
  await note("Nothing new.");
  await click("dialog input[type=checkbox]");
  await download(page, "Import");
  await note("Added 1 setting. A backup was saved to your downloads.");
  await expect.poll(own).toEqual({ ...settings, list: { value: "all" } });
  expect(JSON.parse((await download(page, "Export JSON")).text).settings).toEqual(await own());

  await clickButton("Close", "dialog");
  press("z", { ctrlKey: true });
  await toast("Undone. LeetCode account: none");
  press("z", { ctrlKey: true });
  await toast("Undone. Site 2: Code360 https://www.naukri.com/code360/problem-of-the-day");
  await expect.poll(own).toEqual({ list: { value: "all" } });
  expect(page.problems).toEqual([]);
});

it("adds nothing by name while a fault of the settings hides the person's sources", async () => {
  const computer = await startComputer();
  const file = join(computer.home, "dailyleet.json");
  writeFileSync(file, "{");
  await openSheet(computer);
  const table = `date,LeetCode\n${YEAR}-03-05,1\n`;
  give("ticks.csv", table);
  await find("dialog .note", /dailyleet.json is not valid JSON.*correct it or remove it\.$/);
  rmSync(file);
  give("ticks.csv", table);
  await note("Would add 1 tick.");
});

it("tells the undo of a large import, saves a backup of what it removed, and can be redone", async () => {
  const computer = await startComputer();
  const before = await exported(computer);
  const days = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [index + 200, { 2: true }]));
  const years = { [YEAR - 6]: days };
  const page = await openSheet(computer);
  give("large.json", JSON.stringify({ version: 1, years }));
  await note("Would add 90 ticks.");
  await download(page, "Import");
  await toast("90 ticks added");
  await clickButton("Close", "dialog");
  const undone = await download(page, "Undo", ".toast");
  expect(undone.name).toMatch(/^dailyleet-\d{4}-\d{2}-\d{2}-undone\.json$/);
  expect(JSON.parse(undone.text)).toMatchObject({ years, practice: {}, profiles: [{ name: "You" }] });
  await toast("Undone. 90 ticks removed. A backup was saved to your downloads.");
  await expect.poll(() => exported(computer)).toEqual(before);

  await clickButton("Redo", ".toast");
  await toast("Redone. 90 ticks added");
  await expect.poll(async () => (await exported(computer)).years).toEqual(years);
});

it("says in the menu and in the sheet when the last export is long ago", async () => {
  const computer = await startComputer();
  const page = await openSheet(computer);
  await download(page, "Export JSON");
  const later = Date.now() + 45 * DAY_MS;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await page.reload();
  await find("#person p", "Last export 45 days ago");
  await clickButton(/^Your data/, "#person");
  await find("dialog p", "Last export 45 days ago.");
});
