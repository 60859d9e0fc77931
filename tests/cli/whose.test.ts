import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDocumentStore, listProfiles, openDatabase, type Profile } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { dailyBackups } from "./support/backups.ts";
import { startDesktop } from "./support/cloud.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

function profilesOf({ directory }: Pick<Home, "directory">): Profile[] {
  const database = openDatabase(join(directory, "dailyleet.db"));
  try {
    return listProfiles(database);
  } finally {
    database.close();
  }
}

function loseDatabase({ directory }: Home): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `dailyleet.db${end}`), { force: true });
}

/** Replies with `replies` in turn, and records the questions. */
function asking(...replies: (string | false)[]) {
  const asked: string[] = [];
  return {
    asked,
    ask: async (question: string) => {
      asked.push(question);
      return replies.shift() ?? false;
    },
  };
}

/** A database of Ravi and Asha, one tick each, and their latest backup. */
async function twoPeople() {
  const home = localHome();
  await home.out(["profiles", "rename", "You", "Ravi"]);
  await home.out(["profiles", "add", "Asha"]);
  await home.out(["tick", "1", "--date", "2026-01-01"]);
  for (const name of dailyBackups(home.directory)) rmSync(join(home.directory, "backups", name));
  await home.out(["tick", "5", "--date", "2026-01-02", "--profile", "Asha"]);
  return { home, file: join(home.directory, "backups", dailyBackups(home.directory)[0] ?? "") };
}

describe("the person whom pages know", () => {
  it.each([
    ["restores", async (home: Home, file: string) => void (await home.run(["restore", file, "--yes"]))],
    ["ticks first", async (home: Home) => void (await home.run(["tick", "2"]))],
    [
      "ticks first, and restores",
      async (home: Home, file: string) => {
        await home.run(["tick", "2"]);
        await home.run(["restore", file, "--yes"]);
      },
    ],
  ])("keeps the uid where the database is lost and somebody %s", async (_, goOn) => {
    const { home, file } = await twoPeople();
    const before = profilesOf(home);
    loseDatabase(home);
    await goOn(home, file);
    expect(profilesOf(home)).toEqual(before);
  });

  it("has the new name after a restore, and can write again after a removal", async () => {
    const { home, file } = await twoPeople();
    const [ravi, asha] = profilesOf(home);
    await home.out(["profiles", "rename", "Ravi", "Ravi K"]);
    await home.run(["profiles", "remove", "Asha", "--yes"]);
    expect((await home.run(["restore", file, "--yes"])).stdout).toBe(
      "Nothing new for Ravi K. Already there: 1 tick.\nAdded 1 tick to Asha.\n",
    );
    expect(profilesOf(home)).toEqual([{ ...ravi, name: "Ravi K" }, asha]);
    const database = openDatabase(join(home.directory, "dailyleet.db"));
    const path = `dailyleet/v1/data/${asha?.uid}`;
    expect(await createDocumentStore(database, asha?.uid ?? "").get(path)).not.toBeNull();
    database.close();
  });
});

describe("two people", () => {
  it("stay two on a new computer whose 'You' was renamed", async () => {
    const { file } = await twoPeople();
    const other = localHome();
    await other.out(["profiles", "rename", "You", "Asha"]);
    expect((await other.run(["restore", file, "--yes"])).stdout).toBe("Added 1 tick to Ravi.\nAdded 1 tick to Asha.\n");
    const ticksOf = async (name: string) => (await other.json(["export", "--profile", name])).years;
    expect(await ticksOf("Ravi")).toEqual({ 2026: { 1: { 1: true } } });
    expect(await ticksOf("Asha")).toEqual({ 2026: { 2: { 5: true } } });
  });

  it("are told apart by an import, which asks whose ticks it may add", async () => {
    const { home } = await twoPeople();
    const file = join(home.directory, "ravi.json");
    await home.run(["export", file]);
    const said = `${file} is of Ravi, not of You; to add it all the same, use --from Ravi.`;
    const other = localHome();
    expect(await refusal(other, ["import", file])).toEqual([2, said]);
    expect(await refusal(other, ["import", file, "--json"])).toEqual([2, said]);
    const { ask, asked } = asking("", "y");
    const terminal = localHome({ ask }, other.directory);
    expect(await terminal.run(["import", file])).toMatchObject({
      stdout: "",
      stderr: "dailyleet: Nothing was imported.\n",
    });
    expect(asked).toEqual([`${file} is of Ravi, not of You. Add it all the same? [y/N] `]);
    expect((await terminal.run(["import", file])).stdout).toContain("Added 1 tick");
    expect((await other.run(["import", file, "--from", "ravi"])).stdout).toContain(
      "Nothing new. Already here: 1 tick.",
    );
    await other.out(["profiles", "rename", "You", "Ravi"]);
    expect((await other.run(["import", file])).stdout).toContain("Nothing new. Already here: 1 tick.");
  });

  it("may be brought into one by name, with restore --from", async () => {
    const { file } = await twoPeople();
    const other = localHome();
    await other.out(["tick", "3"]);
    expect((await other.run(["restore", file, "--from", "Asha"])).stdout).toBe("Added 1 tick to You.\n");
    expect(profilesOf(other).map(({ name }) => name)).toEqual(["You"]);
    expect(await refusal(other, ["restore", file, "--from", "Mira"])).toEqual([
      2,
      `${file} is of Ravi, Asha; use --from with one of these.`,
    ]);
  });

  it("share a restore, of which undo says that it takes back one part", async () => {
    const { file } = await twoPeople();
    let now = Date.now();
    const other = localHome({ now: () => now++ });
    await other.run(["restore", file, "--yes"]);
    const beside = (name: string) =>
      `dailyleet: A restore also added to ${name}; 'dailyleet undo' with --profile takes that back.\n`;
    expect((await other.run(["undo", "--dry-run", "--profile", "Asha"])).stderr).toBe(beside("Ravi"));
    expect((await other.run(["undo", "--dry-run"])).stderr).toBe(beside("Asha"));
    expect((await other.run(["undo"])).stderr).toBe(beside("Asha"));
    await other.run(["undo", "--profile", "Asha"]);
    expect((await other.run(["undo"])).stderr).toContain("Nothing to undo");
  });

  it("both stay as they were, also for undo and the daily backup, when a restore fails at a third person", async () => {
    const { home, file } = await twoPeople();
    const backup = JSON.parse(readFileSync(file, "utf8"));
    backup.years[2026][3] = { 2: true };
    backup.profiles.push({ ...backup.profiles[1], uid: "third", name: "x".repeat(41) });
    const faulty = join(home.directory, "faulty.json");
    writeFileSync(faulty, JSON.stringify(backup));
    rmSync(file);
    const state = async () => [
      await home.out(["export"]),
      profilesOf(home),
      dailyBackups(home.directory),
      (await home.run(["undo", "--dry-run"])).stdout,
    ];
    const before = await state();
    expect(await home.run(["restore", faulty, "--yes"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("A profile name is 1 to 40 visible characters"),
    });
    expect(await state()).toEqual(before);
  });

  it("hear nothing of the other's part where it added nothing, or where the undone change is newer", async () => {
    const { file } = await twoPeople();
    const other = localHome();
    await other.run(["restore", file, "--yes"]);
    await other.run(["undo"]);
    expect((await other.run(["restore", file, "--yes"])).stderr).not.toContain("--profile");
    await other.out(["tick", "3"]);
    expect((await other.run(["undo"])).stderr).toBe("");
  });
});

describe("an account", () => {
  it("never gets another's backup without --from or an answer", async () => {
    const { cloud, desktop } = await startDesktop();
    await desktop.run(["tick", "3"]);
    const [name = ""] = dailyBackups(desktop.directory);
    const file = join(desktop.directory, "backups", name);
    await desktop.run(["logout"]);
    const ravi = cloud.meet("Ravi");
    await desktop.run(["login"]);
    const years = async () => JSON.parse((await desktop.run(["export"])).stdout).years;
    // The program does not offer Asha's backup.
    const { ask, asked } = asking("", "", "y");
    expect(await desktop.run(["restore"], { ask })).toMatchObject({ code: 2 });
    expect(asked).toEqual([]);
    const listed = await desktop.run(["restore", "--list", "--json"]);
    expect(JSON.parse(listed.stdout).backups).toMatchObject([{ owners: [cloud.uid], ticks: 1, adds: null }]);
    const said = `dailyleet: ${file} is of ${cloud.uid}, not of ${ravi}; to add it all the same, use --from ${cloud.uid}.\n`;
    for (const args of [
      ["restore", file],
      ["restore", file, "--yes"],
      ["import", file],
      ["restore", file, "--json"],
    ]) {
      expect(await desktop.run(args)).toEqual({ code: 2, stdout: "", stderr: said });
    }
    expect(await desktop.run(["restore", file], { ask })).toMatchObject({
      stdout: "",
      stderr: "dailyleet: Nothing was restored.\n",
    });
    expect(await desktop.run(["import", file], { ask })).toMatchObject({
      stdout: "",
      stderr: "dailyleet: Nothing was imported.\n",
    });
    expect(await years()).toEqual({});
    expect((await desktop.run(["restore", file], { ask })).stdout).toBe(`Added 1 tick to ${ravi}.\n`);
    const question = `${file} is of ${cloud.uid}, not of ${ravi}. Add it all the same? [y/N] `;
    expect(asked).toEqual([
      `Would add 1 tick to ${ravi}.\n${question}`,
      question,
      `Would add 1 tick to ${ravi}.\n${question}`,
    ]);
    await desktop.run(["undo"]);
    expect((await desktop.run(["restore", file, "--from", cloud.uid])).stdout).toBe(`Added 1 tick to ${ravi}.\n`);
  });
});

it("restore says what it leaves out", async () => {
  const home = localHome({ now: () => Date.UTC(2026, 5, 10, 12) });
  const file = join(home.directory, "given.json");
  const years = { 2026: { 1: { 1: true } }, 2027: { 1: { 1: true, 2: true } } };
  const practice = { "leetcode.com/problems/two-sum": { "2026-06-11": 3 } };
  writeFileSync(file, JSON.stringify({ version: 1, years, practice, notes: { kept: true } }));
  const left = `dailyleet: ${file}: left out 'notes', which this version does not know.\n`;
  expect(await home.run(["restore", file, "--dry-run"])).toEqual({
    code: 0,
    stdout: "Would add 1 tick to You. Skipped 2 ticks and 1 mark of days to come.\n",
    stderr: left,
  });
  const restored = await home.run(["restore", file, "--json"]);
  expect(JSON.parse(restored.stdout).profiles).toEqual([{ name: "You", ticks: 1, marks: 0, settings: 0, ahead: 3 }]);
  expect((await home.run(["import", file])).stderr).toBe(left);
  writeFileSync(file, JSON.stringify({ version: 1, years: {}, practice }));
  expect((await home.run(["restore", file])).stdout).toBe("Nothing new for You. Skipped 1 mark of days to come.\n");
  const profiles = [{ uid: "a1", name: "José" }];
  writeFileSync(file, Buffer.from(JSON.stringify({ version: 1, years: {}, profiles }), "latin1"));
  expect((await home.run(["restore", file])).stderr).toBe(`dailyleet: ${file}: not UTF-8, read as Windows-1252.\n`);
});
