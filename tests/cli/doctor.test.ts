import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { namedPath } from "@dailyleet/core";
import { type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { startTestCloud } from "./support/cloud.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

const PAGE = 4096;

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly advice: string | null;
}

async function examine(of: Pick<Home, "run">, env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await of.run(["doctor", "--json"], env);
  const document = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  const wrong = document.findings.filter(({ state }) => state !== "ok");
  expect(document.ok).toBe(code === 0);
  for (const { state, advice } of document.findings) expect(advice === null).toBe(state === "ok");
  return { code, stdout, stderr, wrong, findings: document.findings };
}

describe("doctor in local mode", () => {
  it("finds nothing wrong on a fresh computer and makes nothing", async () => {
    const home = localHome();
    const { code, wrong, stderr } = await examine(home);
    expect([code, stderr]).toEqual([0, ""]);
    expect(wrong.map(({ check, state }) => [check, state])).toEqual([["database", "hint"]]);
    expect(readdirSync(home.directory)).toEqual([]);
  });

  it("names program, directories, configuration, backups, database and clock", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    const { findings, wrong } = await examine(home);
    expect(findings.map(({ check }) => check)).toEqual([
      ...["program", "directories", "configuration", "backups", "database", "clock"],
    ]);
    expect(wrong).toEqual([]);
  });

  type Spoil = (home: string) => void;
  const write =
    (name: string, text: string, mode = 0o600): Spoil =>
    (home) =>
      writeFileSync(join(home, name), text, { mode });
  const directory =
    (name: string): Spoil =>
    (home) =>
      mkdirSync(join(home, name));
  const replace =
    (by: Spoil): Spoil =>
    (home) => {
      rmSync(home, { recursive: true });
      by(home);
    };
  const alter =
    (work: (database: Database) => void): Spoil =>
    (home) => {
      const database = openDatabase(join(home, "dailyleet.db"));
      work(database);
      database.close();
    };
  const damage: Spoil = (home) => {
    alter(() => {})(home);
    const file = openSync(join(home, "dailyleet.db"), "r+");
    writeSync(file, Buffer.alloc(4 * PAGE, 0xff), 0, 4 * PAGE, 2 * PAGE);
    closeSync(file);
  };
  const trigger = alter((database) =>
    database.execute("CREATE TRIGGER wipe AFTER INSERT ON history BEGIN DELETE FROM documents; END"),
  );
  const column = alter((database) => database.execute("ALTER TABLE history ADD COLUMN more TEXT"));
  const breakMarks = alter((database) => {
    const path = namedPath(listProfiles(database)[0]?.uid ?? "", "marks");
    database.run("INSERT INTO documents VALUES (?, '{\"marks', 1)", path);
  });
  const writeAhead = alter((database) => {
    const ahead = (Date.now() + 3_600_000) * 1000;
    database.run("INSERT INTO documents VALUES ('x', '{}', ?)", ahead);
  });

  it.each<readonly [string, string, RegExp, Spoil]>([
    ["an open directory", "directories", /^chmod 700 /, (home) => chmodSync(home, 0o755)],
    ["an open configuration", "directories", /^chmod 600 /, write("dailyleet.json", "{}", 0o644)],
    ["a directory as the configuration", "directories", /^move it away$/, directory("dailyleet.json")],
    [
      "a file as the directory",
      "directories",
      /^move it away, or set DAILYLEET_HOME$/,
      replace((home) => writeFileSync(home, "")),
    ],
    ["a link to itself as it", "directories", /^check the path/, replace((home) => symlinkSync(home, home))],
    ["a broken configuration", "configuration", /^correct it/, write("dailyleet.json", "{")],
    ["a file that is no database", "database", /^'dailyleet restore' keeps/, write("dailyleet.db", "x".repeat(5000))],
    ["a directory as the database", "database", /move it away/, directory("dailyleet.db")],
    ["a damaged database", "database", /./, damage],
    ["a trigger that takes back what is written", "database", /^'dailyleet restore' keeps/, trigger],
    ["a table that is not as it was made", "database", /^'dailyleet restore' keeps/, column],
    ["damaged marks", "database", /^'dailyleet restore' keeps/, breakMarks],
    ["a clock behind the database", "clock", /^set this computer's date/, writeAhead],
  ])("ends with 1 for %s and says what to do, not that nothing is", async (_, check, advice, spoil) => {
    const home = localHome();
    spoil(home.directory);
    const { code, wrong } = await examine(home);
    const found = wrong.find(({ state }) => state === "mend");
    expect([code, found?.check]).toEqual([1, check]);
    expect(found?.advice).toMatch(advice);
    expect(wrong.map((finding) => finding.advice)).not.toContain("the first tick creates it");
    expect((await home.run(["doctor"])).stdout).toContain("fix: ");
  });
});

describe("doctor where a disk is strange", () => {
  const mendIn = async (home: Home) => {
    const { code, wrong } = await examine(home);
    return [code, wrong.filter(({ state }) => state === "mend").map(({ check, advice }) => [check, advice])];
  };

  it("says that a home can't be made", async () => {
    const file = join(localHome().directory, "file");
    writeFileSync(file, "");
    const home = localHome({}, join(file, "home"));
    const [code, mend] = await mendIn(home);
    expect([code, mend]).toEqual([
      1,
      expect.arrayContaining([["directories", "set DAILYLEET_HOME to a directory that can be written"]]),
    ]);
    expect((await home.run(["doctor"])).stdout).not.toContain("the first tick creates it");
  });

  it("says that a database can be read, but not written", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    symlinkSync("elsewhere", join(home.directory, "dailyleet.db-shm"));
    expect(await home.json(["today"])).toMatchObject({ day: expect.any(Number) });
    expect(await mendIn(home)).toEqual([1, [["database", "set DAILYLEET_HOME"]]]);
  });

  it("quotes the names in its commands", async () => {
    const home = localHome({}, join(localHome().directory, "it's"));
    await home.out(["tick", "1"]);
    chmodSync(home.directory, 0o755);
    const advice = `chmod 700 '${home.directory.replace("'", String.raw`'\''`)}'`;
    expect(await mendIn(home)).toEqual([1, [["directories", advice]]]);
  });
});

it("gives as advice no part of a backup's file name", async () => {
  const home = localHome();
  mkdirSync(join(home.directory, "backups"), { mode: 0o700 });
  const document = { version: 1, years: { 2025: { 1: { 1: true } } }, practice: {} };
  const name = "dailyleet-2025-01-01-a'; touch here; '-0000abcd.json";
  writeFileSync(join(home.directory, "backups", name), JSON.stringify(document));
  const { wrong } = await examine(home);
  expect(wrong).toMatchObject([
    {
      found: expect.stringContaining("of a'; touch here; '"),
      advice: "bring them back with: dailyleet restore",
    },
  ]);
});

describe("doctor in cloud mode", () => {
  it("says whether somebody is signed in, the servers answer and something waits, and shows no secret", async () => {
    const cloud = await startTestCloud();
    const computer = cloud.computer();
    chmodSync(join(computer.directory, "dailyleet.json"), 0o600);
    const before = await examine(computer);
    expect(before.wrong.map(({ check, advice }) => [check, advice])).toEqual([
      ["sign-in", "run 'dailyleet login' to sign in, or 'dailyleet logout --leave' for local mode"],
    ]);
    expect(existsSync(join(computer.directory, "credentials.json"))).toBe(false);

    await computer.run(["login"]);
    const { code, findings, stdout } = await examine(computer);
    expect(code).toBe(0);
    expect(findings.filter(({ check }) => check === "network")).toHaveLength(3);
    expect(stdout).not.toMatch(/SECRET|eyJ[\w-]{10,}|"key"/);
    const now = () => Date.now() + 3_600_000;
    const ahead = await examine({ run: (args) => computer.run(args, { now }) });
    expect(ahead.wrong.map(({ check }) => check)).toContain("clock");

    await cloud.goOffline();
    await computer.run(["tick", "1", "2"]);
    const offline = await examine(computer);
    expect(offline.code).toBe(1);
    expect(offline.wrong.map(({ check }) => check)).toEqual(["network", "network", "sign-in", "unsent"]);
    const waiting = { state: "hint", found: "2 changes waiting", advice: "run 'dailyleet sync'" };
    expect(offline.wrong.at(-1)).toMatchObject(waiting);
  });
});
