import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { today } from "../support/today.ts";
import { refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

/** Root drops its capabilities and so obeys file modes. Another user could not reach a program below root's home. */
const WITHOUT_RIGHTS = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

const DATES = "today, yesterday, a weekday, -1, 2026-03-05 or 03-05";
const NAMES = "1 LeetCode, 2 Code360, 3 GeeksforGeeks, 4 InterviewBit, 5 CodeChef";
const LISTED = "give a number from 1 to 75, a link or the beginning of a name, as 'dailyleet questions' lists them";
const WAY = `give a number from 1 to 5 or the beginning of a name: ${NAMES}`;

describe("wrong usage ends with 2, says what was given and what is allowed, and writes nothing", () => {
  it.each([
    ["tick leetcode yesterday", "'yesterday' is a day, not a source; give it as --date yesterday."],
    ["untick x", `'x' is not a source; ${WAY}.`],
    ["tick Code", "'Code' could be more than one source; give the number or more of the name: 2 Code360, 5 CodeChef."],
    [
      "tick 1 4-2",
      "'4-2' is not a range of sources; give two numbers from 1 to 5, the smaller one first, such as 1-3.",
    ],
    ["open 1-2", `'1-2' is not a source; ${WAY}; or a question by its number, its link or more of its name.`],
    [
      "review --start",
      "'dailyleet review --start' needs a terminal; use 'dailyleet review' and 'dailyleet mark' in scripts.",
    ],
    ["review --start --json", "Use --start alone or with --limit and --list."],
    ["review --upcoming --limit 3", "Use either --upcoming or --limit."],
    ["plan", "There is no plan for this list; give a day, as in 'dailyleet plan 2027-03-31'."],
    [
      "plan 2027-02-29",
      "'2027-02-29' is not a day for a plan; give one such as 12-30 or 2027-03-31, no later than 2099.",
    ],
    ["plan 1999-12-31", "1999-12-31 is over; give a day from today on."],
    ["config list grind", "'grind' is not a list; give dailyleet75, neetcode150, all."],
    ["tick 1 --date 2026-02-30", `There is no day 2026-02-30; give ${DATES}.`],
    ["today --date soon", `'soon' is not a date; give ${DATES}.`],
    ["tick 1 --date 64", "'64' is not a date; for day 64 of the year give 03-05."],
    ...["tick 1", "today", "mark 1 solved", "fetch --yes"].map((line): [string, string] => [
      `${line} --${line.startsWith("fetch") ? "since" : "date"} ${today.year + 1}-01-01`,
      `${today.year + 1}-01-01 has not come yet; give today or an earlier day.`,
    ]),
    ["today --date 1969-12-31", "The year 1969 is too early; give one from 1970 on."],
    ["stats 26", `'26' is not a year; give four digits such as ${today.year}.`],
    [`stats ${today.year + 1}`, `The year ${today.year + 1} has not begun; give one up to ${today.year}.`],
    ["whoami", "'dailyleet whoami' is gone; use 'dailyleet profiles'."],
    ["year 2025", "'dailyleet year' is gone; use 'dailyleet stats'."],
    ["tik 1", "unknown command 'tik' (Did you mean tick?); see 'dailyleet --help'."],
    ["un 1", "'un' could be untick or undo; write more of it."],
    ["stat", "'stat' could be status or stats; write more of it."],
    ["help re", "'re' could be redo or review or restore; write more of it."],
    ["7", `'7' is not a source; ${WAY}.`],
    ["tick --json", "missing required argument 'source'; see 'dailyleet tick --help'."],
    [
      "questions --diff easy",
      "unknown option '--diff' (Did you mean --difficulty?); see 'dailyleet questions --help'.",
    ],
    [
      "remind --ics a.ics",
      "'dailyleet remind' is gone; let your calendar repeat an event, or cron ask 'dailyleet status --check' (docs/automation.md).",
    ],
    [
      "completion powershell",
      "'powershell' isn't a shell. Allowed choices are bash, zsh, fish; see 'dailyleet completion --help'.",
    ],
    ["tick 1 --jsno", "unknown option '--jsno' (Did you mean --json?); see 'dailyleet tick --help'."],
    ["tick", "missing required argument 'source'; see 'dailyleet tick --help'."],
    [
      "serve --port 70000",
      "option '--port <number>' argument '70000' is invalid. Give a number from 0 to 65535; see 'dailyleet serve --help'.",
    ],
    [
      "questions --show 9999",
      expect.stringMatching(/^There is no question 9999; give a number from 1 to \d+, a link or /),
    ],
    ["mark 76 solved", `There is no question 76; ${LISTED}.`],
    ["mark constructor solved", `'constructor' is not a question of the list; ${LISTED}.`],
    [
      "mark https://example.org/a solved",
      `'https://example.org/a' is not the link of a question in the list; ${LISTED}.`,
    ],
    [
      "mark merge solved",
      "'merge' could be more than one question; give the number or more of the name: 29 Merge Two Sorted Lists, 42 Merge k Sorted Lists, 44 Merge Intervals.",
    ],
    ["mark 1", "missing required argument 'mark'; see 'dailyleet mark --help'."],
    ["mark 1 5", "'5' is not a mark; use solution, hint, solved, easy or none."],
    ["tick 1 --date tomorrow", `${formatDate(addDays(today, 1))} has not come yet; give today or an earlier day.`],
    ["login", expect.stringMatching(/^Local mode needs no sign-in; .*dailyleet login https:/)],
    ["login ftp://example.com", expect.stringMatching(/^'ftp:\/\/example.com' is not the address of a site; /)],
    ["login http://example.com", expect.stringMatching(/^'http:\/\/example.com' is not the address of a site; /)],
  ])("%s", async (line, sentence) => {
    const home = localHome();
    expect(await refusal(home, line.split(" "))).toEqual([2, sentence]);
    expect(readdirSync(home.directory)).toEqual([]);
  });

  it("an unknown profile", async () => {
    expect(await refusal(localHome(), ["tick", "1", "--profile", "Asha"])).toEqual([
      2,
      expect.stringMatching(/^There is no profile 'Asha'; use You/),
    ]);
  });

  it.each(["tick", "config list", "questions --state"])("and long words of '%s' don't bury it", async (line) => {
    const [code, sentence] = await refusal(localHome(), [...line.split(" "), "x".repeat(100_000)]);
    expect([code, sentence.length < 2_000, sentence]).toEqual([2, true, expect.stringMatching(/x….*(give|choices) /)]);
  });
});

describe("what is broken on this computer ends with 1 and one sentence, and is left as it is", () => {
  it("a pipe in the place of the database", async () => {
    const home = localHome();
    const file = join(home.directory, "dailyleet.db");
    execFileSync("mkfifo", [file]);
    expect(await refusal(home, ["today"])).toEqual([1, `The database ${file} is not a file; move it away.`]);
  });

  it("a file in the data directory's place", async () => {
    const home = localHome();
    const file = join(home.directory, "file");
    writeFileSync(file, "");
    for (const args of [["tick", "1"], ["today"]]) {
      expect(await refusal(home, args, { DAILYLEET_HOME: file })).toEqual([1, expect.stringContaining(file)]);
    }
  });

  it.runIf(existsSync("/proc/self"))("a directory in which none can be made, and that calls it missing", () => {
    for (const args of [
      ["tick", "1"],
      ["deploy-files", "/proc/dailyleet"],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
        env: cliEnvironment("/proc/dailyleet"),
        encoding: "utf8",
        timeout: 120_000,
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^dailyleet: .*\/proc\/dailyleet.*no such file.*\.\n$/),
      ]);
    }
  });

  it.runIf(process.platform !== "win32")("a data directory that cannot be read, or not written", async () => {
    for (const [mode, told] of [
      [0o000, "Can't read DIR/dailyleet.json (permission denied); check the path and its permissions."],
      [0o500, "Can't write to DIR (permission denied); set DAILYLEET_HOME."],
    ] as const) {
      const home = localHome();
      chmodSync(home.directory, 0o755);
      const data = join(home.directory, "data");
      mkdirSync(data);
      chmodSync(data, mode);
      const [program = "", ...args] = [...WITHOUT_RIGHTS, process.execPath, CLI, "tick", "1"];
      const result = spawnSync(program, args, { env: cliEnvironment(data), encoding: "utf8" });
      chmodSync(data, 0o700);
      expect([result.status, result.stdout]).toEqual([1, ""]);
      expect(result.stderr.replace(data, "DIR")).toBe(`dailyleet: ${told}\n`);
      expect(existsSync(join(data, "dailyleet.db"))).toBe(false);
    }
  });

  it("serving while a Firebase project is configured", async () => {
    const home = localHome();
    const firebase = { apiKey: "k", authDomain: "a.firebaseapp.com", projectId: "a" };
    writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ firebase }));
    expect(await refusal(home, ["serve", "--port", "0"])).toEqual([
      1,
      expect.stringMatching(/'firebase' section.*docs\/deploy\.md/),
    ]);
  });

  it("an import that is missing, broken or for a newer version", async () => {
    const home = localHome();
    const file = join(home.directory, "ticks.json");
    expect((await refusal(home, ["import", file]))[1]).toMatch(/^Can't read .*ticks\.json \(no such file/);
    for (const text of [
      '{"version":2,"years":{}}',
      '{"version":1,"years":{"2026":{"366":{"1":true}}}}',
      "{",
      "a,b\n1,2",
    ]) {
      writeFileSync(file, text);
      expect(await refusal(home, ["import", file])).toEqual([
        1,
        expect.stringMatching(/^[^:]+(:1)?: .*\. Nothing imported\.$/),
      ]);
    }
    expect(readdirSync(home.directory)).toEqual(["ticks.json"]);
  });

  it("an export to where nothing can be written", async () => {
    const home = localHome();
    const file = join(home.directory, "missing", "ticks.json");
    expect((await refusal(home, ["export", file]))[1]).toMatch(/^Can't write .*ticks\.json \(no such file/);
  });
});
