import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closedPath, integerValue, openPath } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { dayOf, plantDocument } from "../local/support/database.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { timedBackups } from "./support/backups.ts";
import { startTestCloud } from "./support/cloud.ts";

const IN_2020 = Date.UTC(2020, 0, 1, 12);
const IN_2026 = Date.UTC(2026, 2, 5, 12);
const IN_2030 = Date.UTC(2030, 6, 1, 12);
const HOUR_MS = 3_600_000;

/** A computer whose clock shows the time that each command receives. */
function computer() {
  const directory = tempDirectory();
  const run = (now: number, ...args: string[]) => runInProcess(directory, args, { now: () => now });
  const copies = () =>
    timedBackups(directory).map((name) => JSON.parse(readFileSync(join(directory, "backups", name), "utf8")));
  return { directory, run, copies };
}

async function tickTwice({ run }: ReturnType<typeof computer>) {
  await run(IN_2026, "tick", "1");
  await run(IN_2030, "tick", "2");
}

const both = { 2026: { 64: { 1: true } }, 2030: { 182: { 2: true } } };

describe("with a clock that is wrong, or was", () => {
  it.each([
    ["2020", IN_2020],
    ["2026", IN_2026],
    ["2030", IN_2030],
  ])("an export in %s has every year that is stored", async (_year, now) => {
    const home = computer();
    await tickTwice(home);
    expect(JSON.parse((await home.run(now, "export")).stdout).years).toEqual(both);
    const table = (await home.run(now, "export", "--csv")).stdout;
    expect(table.split("\n").slice(1)).toEqual(["2026-03-05,1,0,0,0,0", "2030-07-01,0,1,0,0,0", ""]);
  });

  it("the copy before a profile is removed has every year that is stored, and so has the question", async () => {
    const home = computer();
    await tickTwice(home);
    await home.run(IN_2020, "profiles", "add", "Asha");
    const asked: string[] = [];
    await runInProcess(home.directory, ["profiles", "remove", "You"], {
      now: () => IN_2020,
      ask: async (question) => {
        asked.push(question);
        return "y";
      },
    });
    expect(asked).toEqual([expect.stringContaining("with 2 ticks?")]);
    expect(home.copies().map(({ years }) => years)).toEqual([both]);
  });

  it("the copy before an import has every year that is stored", async () => {
    const home = computer();
    await tickTwice(home);
    const table = Buffer.from("date,1,2,3,4,5\n2019-01-01,1,0,0,0,0\n");
    await runInProcess(home.directory, ["import", "-"], { now: () => IN_2020, readStdin: () => table });
    expect(home.copies().map(({ years }) => years)).toEqual([both]);
  });
});

describe("what a clock that was ahead has left", () => {
  it("is said by doctor with commands that remove it, and then no more", async () => {
    const home = computer();
    await home.run(IN_2026, "profiles", "add", "Kim O'Hara");
    await home.run(IN_2030, "tick", "3");
    await home.run(IN_2030, "mark", "1", "easy", "--profile", "Kim O'Hara");
    await home.run(IN_2026, "mark", "2", "solved");
    const clock = async () => {
      const { code, stdout } = await home.run(IN_2026, "doctor", "--json");
      const findings: { check: string; state: string; found: string; advice: string }[] = JSON.parse(stdout).findings;
      return { code, ...findings.find(({ check }) => check === "clock") };
    };
    const { code, found, advice = "" } = await clock();
    const [told, ...commands] = advice.split(/: |; dailyleet /);
    expect([code, found, told]).toEqual([
      1,
      expect.stringMatching(/^today is 2026-03-05 in .+, but the database holds 1 tick and 1 mark of days to come$/),
      "set this computer's date; if it is right, remove what a wrong date has left",
    ]);
    expect(commands).toEqual([
      "dailyleet untick 3 --date 2030-07-01",
      "mark leetcode.com/problems/two-sum none --date 2030-07-01 --list all --profile 'Kim O'\\''Hara'",
    ]);
    expect((await home.run(IN_2026, "untick", "3", "--date", "2030-07-01")).stdout).toMatch(/Untried \(was Done\)/);
    const removal = ["mark", "leetcode.com/problems/two-sum", "none", "--date", "2030-07-01", "--list", "all"];
    const { stdout } = await home.run(IN_2026, ...removal, "--profile", "Kim O'Hara");
    expect(stdout).toMatch(/mark removed \(was easy\) . new/);
    expect(await clock()).toMatchObject({ code: 0, state: "ok" });
  });

  it("moves no question: it is due by the marks of days that have come", async () => {
    const home = computer();
    await home.run(IN_2030, "mark", "1", "easy");
    expect((await home.run(IN_2026, "mark", "1", "solution")).stdout).toContain("comes back on 2026-03-06 (tomorrow)");
    const { stdout } = await home.run(IN_2026 + 5 * 24 * HOUR_MS, "review", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      due: 1,
      questions: [{ number: 1, overdueDays: 4, marks: 1 }, {}, {}, {}, {}],
    });
  });
});

it("a profile is not removed when its copy would lack a tick", async () => {
  const home = computer();
  const { stdout } = await home.run(IN_2026, "profiles", "add", "Asha", "--json");
  const { uid } = JSON.parse(stdout).profiles[1];
  const year = { year: integerValue(2026) };
  const database = openDatabase(join(home.directory, "dailyleet.db"));
  // The program never writes an archive of the open year. If something else wrote one, a removal must not delete it.
  for (const [path, source] of [
    [openPath(uid), 1],
    [closedPath(uid, 2026), 2],
  ] as const) {
    plantDocument(database, path, { ...year, 64: dayOf(source) });
  }
  database.close();
  const { code, stderr } = await home.run(IN_2026, "profiles", "remove", "Asha", "--yes");
  const sentence =
    "The backup would miss some ticks of Asha; nothing was removed; keep the file dailyleet.db and report this.";
  expect([code, stderr]).toEqual([1, `dailyleet: ${sentence}\n`]);
  expect((await home.run(IN_2026, "profiles")).stdout).toBe("You (active)\nAsha\n");
});

it("an export from the cloud has what was made past New Year, also offline, and what waits", async () => {
  const cloud = await startTestCloud();
  const desktop = await cloud.signedIn();
  const inYears = (years: number) => ({ now: () => Date.now() + years * 366 * 24 * HOUR_MS });
  const exported = async () => Object.keys(JSON.parse((await desktop.run(["export"])).stdout).years);
  await desktop.run(["tick", "1"]);
  const { date } = JSON.parse((await desktop.run(["tick", "2", "3", "--json"], inYears(5))).stdout);
  const removed = await desktop.run(["untick", "3", "--date", date, "--json"]);
  expect(JSON.parse(removed.stdout)).toMatchObject({ date, changes: [{ done: false, was: true }], saved: "cloud" });
  const sent = await exported();
  expect(sent).toHaveLength(2);
  await cloud.goOffline();
  expect(await exported()).toEqual(sent);
  await desktop.run(["tick", "3"], inYears(10));
  expect(await exported()).toEqual([...sent, expect.any(String)]);
});
