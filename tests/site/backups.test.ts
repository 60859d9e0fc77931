import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bearer, getCredential, type Session, signInWith } from "../local/support/server.ts";
import { today } from "../support/today.ts";
import { type Computer, startComputer } from "./support/computer.ts";
import { clickButton, find, focused, press, shown, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

const YEAR = today.year;
const RAVI = { uid: "a1", name: "Ravi" };
const MARCH = { [YEAR]: { 64: { 1: true, 3: true } } };

const ROW = "dialog .backups li";
const status = (text: string | RegExp) => find("dialog .backups > [role=status]", text);
const note = (text: string | RegExp) => find(`${ROW} .note`, text);
const exported = async (computer: Computer) => JSON.parse(await computer.cli("export"));

async function openData(): Promise<void> {
  await find(".tools .help");
  await clickButton(/^Your data/, "#person");
  await find("dialog h2", "Your data");
}

async function openSheet(computer: Computer) {
  const page = await openPage(computer, { hash: "#calendar" });
  await openData();
  return page;
}

/** Writes a backup as this computer made one on that day of January, before a removal. */
function plant(computer: Computer, day: number, document: object): string {
  const directory = join(computer.home, "backups");
  const date = `${YEAR}-01-${String(day).padStart(2, "0")}`;
  const file = join(directory, `a1-${date}T12-00-00-000Z.json`);
  mkdirSync(directory, { recursive: true });
  const origin = { time: `${date}T12:00:00.000Z`, reason: "before removal" };
  writeFileSync(file, JSON.stringify({ version: 1, years: {}, practice: {}, ...origin, ...document }));
  return file;
}

it("says that there is none yet", async () => {
  const page = await openSheet(await startComputer());
  await status("No backups yet; the first tick or mark of a day saves one.");
  expect(shown(ROW)).toEqual([]);
  expect(page.problems).toEqual([]);
});

it("lists a backup with its hour, reason and ticks, brings it back after a preview, and takes that back", async () => {
  const computer = await startComputer();
  await computer.cli(`tick 1 3 --date ${YEAR}-03-05`);
  await computer.cli(`untick 3 --date ${YEAR}-03-05`);
  await computer.cli("config account.leetcode ada");
  const before = await exported(computer);
  const page = await openSheet(computer);
  await find(ROW, /\d\d:\d\d2 ticks, adds 1, first of the day, desk/);
  await clickButton(/^Bring back .*, \d\d:\d\d$/, ROW);
  await note("Would add 1 tick. Already here: 1 tick.");
  await clickButton("Cancel", ROW);
  expect(shown(`${ROW} .note`)).toEqual([]);
  expect(focused()).toBe("Backups");
  expect(await exported(computer)).toEqual(before);

  await clickButton(/^Bring back ./, ROW);
  await note("Would add 1 tick. Already here: 1 tick.");
  await clickButton("Bring back", ROW);
  await note("Added 1 tick. Already here: 1 tick. A backup was saved to your downloads.");
  await expect.poll(() => page.downloads.length).toBe(1);
  expect(page.downloads[0]?.name).toMatch(/-before-restore\.json$/);
  expect(JSON.parse(page.downloads[0]?.text ?? "")).toEqual(before);
  await find(ROW, /adds nothing/);
  expect(shown(`${ROW} button`)).toEqual([]);
  expect((await exported(computer)).years).toEqual(MARCH);

  await clickButton("Close", "dialog");
  press("z", { ctrlKey: true });
  await expect.poll(() => exported(computer)).toEqual(before);
  expect(page.problems).toEqual([]);
});

it("adds another's ticks only after a press of 'Bring back all the same'", async () => {
  const computer = await startComputer();
  plant(computer, 5, { years: MARCH, profiles: [RAVI], settings: { "account.leetcode": { value: "ravi" } } });
  const before = await exported(computer);
  await openSheet(computer);
  await find(ROW, /^January 5, \d\d:002 ticks of Ravi, before removal/);
  await clickButton(/^Bring back ./, ROW);
  await note(/^The backup of January 5, \d\d:00 is of Ravi, not of You\. Would add 2 ticks\.$/);
  expect(shown(`${ROW} button`, "Bring back")).toEqual([]);
  expect(await exported(computer)).toEqual(before);
  await clickButton("Bring back all the same", ROW);
  await note("Added 2 ticks. A backup was saved to your downloads.");
  await expect.poll(() => exported(computer)).toEqual({ ...before, years: MARCH });
});

it("shows the newest five, and all when asked", async () => {
  const computer = await startComputer();
  for (let day = 1; day <= 8; day++) plant(computer, day, { profiles: [RAVI] });
  await openSheet(computer);
  await find(ROW, /^January 8/);
  expect(shown(ROW)).toHaveLength(5);
  await clickButton("Show all 8", "dialog");
  expect(textsOf(`${ROW} b`).map((text) => text.slice(0, 9))).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((day) => `January ${day}`),
  );
});

it("names a backup that is damaged or gone, and goes on", async () => {
  const computer = await startComputer();
  writeFileSync(plant(computer, 3, {}), "{");
  const [damaged, gone] = [1, 2].map((day) => plant(computer, day, { years: MARCH }));
  await openSheet(computer);
  await find(ROW, /^January 3can't be read$/);
  expect(shown(`${ROW} button`)).toHaveLength(2);
  writeFileSync(damaged ?? "", "{");
  rmSync(gone ?? "");
  await clickButton(/^Bring back January 1/, ROW);
  await note(/a1-.*: not valid JSON; it may be damaged or cut off\. Nothing imported\.$/);
  await clickButton(/^Bring back January 2/, ROW);
  await note("This backup is gone; open the list again.");
});

it("says so where the server was stopped", async () => {
  const computer = await startComputer();
  await openPage(computer, { hash: "#calendar" });
  await computer.stop();
  await openData();
  await status("No answer from the local server; start it again with 'dailyleet serve'.");
});

it("hands out a person's own part of a backup alone, to that person's token alone", async () => {
  const computer = await startComputer();
  await computer.cli("profiles add Asha");
  await computer.cli("tick 1 --profile Asha");
  await computer.cli(`tick 2 --date ${YEAR}-03-05`);
  for (const name of readdirSync(join(computer.home, "backups"))) rmSync(join(computer.home, "backups", name));
  await computer.cli(`tick 3 --date ${YEAR}-03-05`);
  const { body } = await signInWith(computer, await getCredential(computer, computer.uid()));
  const ask = async (path: string, headers = {}) => (await fetch(computer.url + path, { headers })).json();
  const { backups } = await ask("/backups", bearer(body as Session));
  expect(backups).toMatchObject([{ owners: [], ticks: 2, marks: 0, adds: 0 }]);
  const backup = `/backups/${backups[0].id}`;
  expect(await ask(backup, bearer(body as Session))).toEqual({
    version: 1,
    years: { [YEAR]: { 64: { 2: true, 3: true } } },
    practice: {},
    profiles: [{ uid: computer.uid(), name: "You" }],
  });
  for (const path of ["/backups", backup]) expect(await ask(path)).toMatchObject({ error: { code: 401 } });
});
