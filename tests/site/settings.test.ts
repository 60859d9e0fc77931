import { join } from "node:path";
import { type Change, createPersonStore, LOCAL_POLICY, settingCell } from "@dailyleet/core";
import { createDocumentStore, createProfile, openDatabase } from "@dailyleet/local";
import { expect, it, onTestFinished, vi } from "vitest";
import { today } from "../support/today.ts";
import { type Computer, startComputer } from "./support/computer.ts";
import { click, clickButton, fill, find, press, shown, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

const { year } = today;
const said = (text: string | RegExp) => find("dialog .setting [role=status]", text);
const saved = () => find("header [role=status]", "Saved");
const toast = (text: string) => find(".toast > span", text);
const field = async (label: RegExp | string) => (await find("dialog :is(input, select)", label)) as HTMLInputElement;
const fieldValue = async (label: RegExp | string) => (await field(label)).value;
const markedDay = async () => (await find(".day[aria-current=date]")).dataset.day;
const todaysJudges = () => textsOf(".day[aria-current=date] li > a");
/** The setting as the terminal prints it. */
const kept = (computer: Computer, key: string) => async () => (await computer.cli(`config ${key}`)).trim();
const openSettings = () => clickButton(/^Settings/, "#person");

/** Sets the clock to half past one at night: until three it may still be the day before. */
function useNight() {
  const start = Date.now();
  const night = new Date(year, 2, 5, 1, 30).getTime();
  const { now } = Date;
  const spy = vi.spyOn(Date, "now").mockImplementation(() => night + now() - start);
  onTestFinished(() => spy.mockRestore());
}

it("settings are the terminal's, show at once, and say beside a bad value what is wrong with it", async () => {
  useNight();
  const computer = await startComputer();
  for (const words of ["dayEndsAt 03:00", "rest.weekdays sun", "rest.perMonth 2"])
    await computer.cli(`config ${words}`);
  const page = await openPage(computer, { hash: "#calendar" });
  await expect.poll(markedDay).toBe("63");
  await openSettings();

  await fill("A day ends at", "06:30");
  await clickButton("Save: A day ends at", "dialog");
  await said(/^'06:30' is not .*00:00 to 06:00/);
  expect([await fieldValue("A day ends at"), await kept(computer, "dayEndsAt")()]).toEqual(["06:30", "03:00"]);
  await fill("A day ends at", "01:00");
  await clickButton("Save: A day ends at", "dialog");
  expect(await markedDay()).toBe("64");
  await said("Saved");
  await expect.poll(kept(computer, "dayEndsAt")).toBe("01:00");

  await fill("LeetCode account", "some_one");
  await find("dialog small", /this computer asks leetcode.com for the public list of some_one\./);
  await clickButton("Save: LeetCode account", "dialog");
  await expect.poll(kept(computer, "account.leetcode")).toBe("some_one");

  for (const name of ["Sun", "Mon", "Tue"]) await click("dialog .weekdays button", name);
  await expect.poll(kept(computer, "rest.weekdays")).toBe("mon,tue");
  expect(await kept(computer, "rest.perMonth")()).toBe("2");
  await fill("More rest days a month", "0");
  await expect.poll(kept(computer, "rest.perMonth")).toBe("0");
  await fill("Interview on", `${year}-12-31`);
  await expect.poll(kept(computer, "plan")).toBe(`${year}-12-31`);
  await fill("Interview on", `${year}-01-01`);
  await said(new RegExp(`^${year}-01-01 is over`));

  // The setting belongs to this browser only and survives a reload.
  const firstWeekday = () => textsOf(".month > header span")[0];
  expect(firstWeekday()).toBe("Sun");
  await fill("Week begins on", "6");
  await expect.poll(firstWeekday).toBe("Sat");
  await page.reload();
  await expect.poll(firstWeekday).toBe("Sat");
  expect(page.problems).toEqual([]);
});

it("a site gets another name at once, alone of all sites, and the default back", async () => {
  const computer = await startComputer();
  await computer.cli("config source.3 Third https://third.example");
  await openPage(computer, { hash: "#calendar" });
  await expect.poll(todaysJudges).toContain("Third");
  const before = todaysJudges();
  await openSettings();
  await fill("Name, Site 2", "Third");
  await clickButton("Save: Site 2", "dialog");
  await said("Source 3 is called 'Third', too; give a name that no other source has.");
  await fill("Name, Site 2", "Second");
  await clickButton("Save: Site 2", "dialog");
  expect(todaysJudges()).toEqual(before.with(1, "Second"));
  await saved();
  const { settings } = JSON.parse(await computer.cli("export"));
  expect([settings["source.2"].name, settings["source.3"].name]).toEqual(["Second", "Third"]);
  expect(Object.keys(settings)).toEqual(["source.2", "source.3"]);

  expect(shown("dialog button", /^Use the default/).map((button) => button.getAttribute("aria-label"))).toEqual([
    "Use the default: Site 2",
    "Use the default: Site 3",
  ]);
  await clickButton("Use the default: Site 2", "dialog");
  expect(todaysJudges()).toEqual(before);
  expect(await fieldValue("Name, Site 2")).toBe("Code360");
});

it("a change is taken back and made again as a tick is, and the toast says which setting it was", async () => {
  useNight();
  const computer = await startComputer();
  await openPage(computer, { hash: "#calendar" });
  await find(".tools .help");
  await openSettings();
  await fill("A day ends at", "03:00");
  await clickButton("Save: A day ends at", "dialog");
  await clickButton("Close", "dialog");
  await toast("A day ends at: 03:00");
  expect(await markedDay()).toBe("63");
  press("z", { ctrlKey: true });
  await toast("Undone. A day ends at: 00:00");
  expect(await markedDay()).toBe("64");
  await clickButton("Redo", ".toast");
  await toast("Redone. A day ends at: 03:00");
  expect(await markedDay()).toBe("63");
  await expect.poll(kept(computer, "dayEndsAt")).toBe("03:00");
});

it("what somebody typed is saved when the dialog closes, unless it is not allowed", async () => {
  const computer = await startComputer();
  await openPage(computer, { hash: "#calendar" });
  await openSettings();
  await fill("A day ends at", "02:00");
  await clickButton("Close", "dialog");
  await toast("A day ends at: 02:00");
  await expect.poll(kept(computer, "dayEndsAt")).toBe("02:00");
  await openSettings();
  await fill("A day ends at", "06:30");
  await clickButton("Close", "dialog");
  await openSettings();
  expect(await fieldValue("A day ends at")).toBe("02:00");
});

it("what the terminal or another tab changes shows by itself, and leaves what somebody is typing alone", async () => {
  const computer = await startComputer();
  await openPage(computer, { hash: "#calendar" });
  await openSettings();
  await fill("Name, Site 2", "Sec");
  await computer.cli("config source.2 Other https://other.example");
  await computer.cli("config list all");
  await expect.poll(() => fieldValue("Address, Site 2")).toBe("https://other.example");
  expect([await fieldValue("Name, Site 2"), await fieldValue("List")]).toEqual(["Sec", "all"]);
  expect(todaysJudges()).toContain("Other");

  const tab = await openTab(computer.uid());
  await tab.change({ ...settingCell("source.1", "name"), state: "First" });
  await expect.poll(todaysJudges).toContain("First");
  expect([await fieldValue("Name, Site 1"), await fieldValue("Name, Site 2")]).toEqual(["First", "Sec"]);
  await fill("List", "neetcode150");
  await expect.poll(() => tab.shown().list?.value).toBe("neetcode150");
  tab.close();
});

/** Another tab of the same browser. */
async function openTab(uid: string) {
  const { openPersonStore, openReplica } = await import("../../site/src/replica/openReplica.ts");
  const replica = openReplica(openPersonStore({ local: true }, uid), LOCAL_POLICY);
  await replica.load(["settings"]);
  return {
    change: (change: Change) => replica.change([change]),
    shown: () => replica.settings().cells,
    close: replica.close,
  };
}

it("a change made without the server holds at the next visit, and is sent when the server is back", async () => {
  useNight();
  const computer = await startComputer();
  const page = await openPage(computer, { hash: "#calendar" });
  await openSettings();
  await computer.stop();
  await fill("A day ends at", "03:00");
  await clickButton("Save: A day ends at", "dialog");
  expect(await markedDay()).toBe("63");
  await find("header [role=status]", "1 change waiting, offline");
  await page.reload();
  await find(".day[aria-current=date]");
  expect(shown(".day[aria-current=date]").map(({ dataset }) => dataset.day)).toEqual(["63"]);
  await computer.start();
  dispatchEvent(new Event("online"));
  await saved();
  expect(await kept(computer, "dayEndsAt")()).toBe("03:00");
});

it("another profile of the computer has settings of its own", async () => {
  const computer = await startComputer();
  for (const words of ["source.2 Second https://second.example", "account.leetcode ada"])
    await computer.cli(`config ${words}`);
  await openPage(computer, { hash: "#calendar" });
  await expect.poll(todaysJudges).toContain("Second");

  const database = openDatabase(join(computer.home, "dailyleet.db"));
  const bea = createProfile(database, "Bea");
  database.close();
  await openPage(computer, { hash: "#calendar", person: bea });
  await expect.poll(todaysJudges).toContain("Code360");
  await openSettings();
  expect(await fieldValue("LeetCode account")).toBe("");
  await fill("List", "all");
  await expect.poll(kept(computer, "list --profile Bea")).toBe("all");
  expect(await kept(computer, "list")()).toBe("dailyleet75");
});

it("an account stands beside its site, also beside one that took the site's place, and is never lost", async () => {
  const computer = await startComputer();
  for (const words of ["source.5 AtCoder https://atcoder.jp", "account.atcoder ada", "account.leetcode ada"])
    await computer.cli(`config ${words}`);
  await computer.cli("config source.1 Other https://other.example");
  await openPage(computer, { hash: "#calendar" });
  await openSettings();
  const parts = () =>
    shown("dialog section:last-child *")
      .filter(({ tagName, textContent }) => /^(B|SUMMARY)$/.test(tagName) && !/^Site/.test(textContent))
      .map(({ textContent }) => textContent);
  await expect
    .poll(parts)
    .toEqual([
      "Other: name and address",
      "Code360: name and address",
      "GeeksforGeeks account",
      "GeeksforGeeks: name and address",
      "InterviewBit: name and address",
      "AtCoder account",
      "AtCoder: name and address",
      "LeetCode account",
      "Problems of the day",
    ]);
});

it("a stored value that can't be used is named once, harms nothing else, and makes room for the default", async () => {
  const computer = await startComputer();
  await computer.cli("config rest.perMonth 3");
  const database = openDatabase(join(computer.home, "dailyleet.db"));
  const store = createPersonStore(createDocumentStore(database, computer.uid()), computer.uid());
  await store.save(await store.readNamed("settings"), [{ ...settingCell("dayEndsAt"), state: "25:00" }]);
  database.close();
  const page = await openPage(computer, { hash: "#calendar" });
  await openSettings();
  await find("dialog .fault p", /^The setting 'dayEndsAt' can't be used, and its default counts;/);
  expect([await fieldValue("A day ends at"), await fieldValue("More rest days a month")]).toEqual(["00:00", "3"]);
  await clickButton("Use the default: A day ends at", "dialog");
  expect(shown("dialog .fault p")).toEqual([]);
  await expect
    .poll(async () => JSON.parse(await computer.cli("export")).settings)
    .toEqual({
      "rest.perMonth": { value: "3" },
    });
  expect(page.problems).toEqual([]);
});

it("in the cloud all settings are there, too, and wait for the network as ticks do", async () => {
  const computer = await startComputer();
  const local = await openPage(computer, { hash: "#calendar" });
  await openSettings();
  const titles = () => textsOf("dialog .setting b");
  await find("dialog p", "In this profile, on the page and in the terminal.");
  const all = titles();
  expect(all).toHaveLength(17);

  const firebase = { apiKey: "k", authDomain: "a.example", projectId: "p" };
  const answers = { "/dailyleet.json": () => Response.json({ firebase, list: "neetcode150" }) };
  const page = await openPage(computer, { hash: "#calendar", answers });
  await openSettings();
  await find("dialog p", "Yours, on every device.");
  expect(titles()).toEqual(all);
  expect(await fieldValue("List")).toBe("neetcode150");
  await fill("LeetCode account", "ada");
  await find("dialog small", /^When you run 'dailyleet fetch', this computer asks leetcode.com/);
  await clickButton("Save: LeetCode account", "dialog");
  await fill("List", "all");
  await find("header [role=status]", "2 changes waiting, offline");
  // Only the local server can ask the sites.
  expect(shown(".today button", "Check my sites")).toEqual([]);
  await page.reload();
  await openSettings();
  expect([await fieldValue("LeetCode account"), await fieldValue("List")]).toEqual(["ada", "all"]);
  await clickButton("Use the default: List", "dialog");
  expect(await fieldValue("List")).toBe("neetcode150");
  await fill("Theme", "Dark");
  await expect.poll(() => document.documentElement.dataset.theme).toBe("Dark");
  expect(local.problems).toEqual([]);
});
