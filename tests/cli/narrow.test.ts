import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const WIDTHS = [36, 40, 50, 59, 64, 80, 200];
const COMMANDS = [
  ["--help"],
  ...["today", "tick", "review", "mark", "questions", "export", "completion", "doctor"].map((verb) => [verb, "--help"]),
  [],
  ["today"],
  ["stats"],
  ["doctor"],
  ["config"],
  ["questions"],
  ["questions", "--show", "1"],
  ["review"],
  ["mark", "23", "solved"],
];

async function linesOf(args: readonly string[], columns: number, home = tempDirectory()): Promise<string[]> {
  const { stdout, stderr } = await runInProcess(home, args, { columns, env: { NO_COLOR: "1" } });
  expect(stderr.replace(NOTHING_THERE, "")).toBe("");
  return stdout.trimEnd().split("\n");
}

/** A line that a terminal would break. A single word, such as a path, may be wider than the line. */
const isBroken = (line: string, columns: number) => line.length > columns && line.trim().includes(" ");

/** A command in a help page may be longer than the line, so that it can be copied. */
const isCommand = (line: string) => /^ {2}(source <\(|dailyleet )/.test(line);

describe("a terminal has no word to break in the answer of", () => {
  it.each(COMMANDS)("%s %s", async (...args) => {
    for (const columns of WIDTHS) {
      const lines = await linesOf(args.filter(Boolean), columns);
      const broken = lines.filter((line) => isBroken(line, columns) && !isCommand(line));
      expect([columns, broken]).toEqual([columns, []]);
    }
  });
});

it("what is due is broken between words, too", async () => {
  const home = tempDirectory();
  await runInProcess(home, ["mark", "1", "solution", "--date", "-30"]);
  for (const args of [[], ["today"]]) {
    expect((await linesOf(args, 33, home)).slice(-2)).toEqual(["  1 question due: dailyleet", "  review"]);
  }
});

it("a row that is broken goes on below its beginning", async () => {
  const home = tempDirectory();
  await runInProcess(home, ["tick", "1"]);
  const { stdout } = await runInProcess(home, ["restore", "--list"], { columns: 50 });
  expect(stdout.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}1 tick of You, adds nothing,$/),
    expect.stringMatching(/^ {18}first of the day, desk$/),
    expect.stringMatching(/^ {4}\S+\.json$/),
  ]);
  const config = (await linesOf(["config"], 80, home)).join("\n");
  expect(config).toMatch(/^source\.3 +GeeksforGeeks\n {10,}\S+\n {10,}\(default\)$/m);
});

const LONG = "A Site With a Name That Is Longer Than Anybody Would Ever Want It";
const longNames = () => {
  const home = tempDirectory();
  const sources = [1, 2, 3, 4, 5].map((number) => ({ name: `${LONG} ${number}`, url: `https://${number}.example` }));
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sources }));
  return home;
};

describe("beside long names of sources a terminal has no word to break in the answer of", () => {
  it.each(["today", "", "stats", "tick 1", "tick 1 --date -1", "undo --dry-run", "undo", "config", "doctor"])(
    "'%s'",
    async (line) => {
      const home = longNames();
      for (const columns of [28, ...WIDTHS]) {
        await runInProcess(home, ["tick", "2-4"]);
        const args = line.split(" ").filter(Boolean);
        const { stdout, stderr } = await runInProcess(home, args, { columns, env: { NO_COLOR: "1" } });
        const broken = `${stdout}${stderr}`.split("\n").filter((shown) => isBroken(shown, columns));
        expect([columns, broken]).toEqual([columns, []]);
        if (line === "today") expect(stdout.match(/Done( |$)/gm)).toHaveLength(3);
      }
    },
  );
});

it.each(["tick nothing", "open nothing", "questions --show nothing", "plan yesterday", "import nothing.json"])(
  "an error is broken between words: '%s'",
  async (line) => {
    for (const columns of WIDTHS) {
      const { stderr } = await runInProcess(tempDirectory(), line.split(" "), { columns });
      expect(stderr.split("\n").filter((shown) => isBroken(shown, columns))).toEqual([]);
      expect(stderr).toMatch(/^dailyleet: /);
    }
    const { stderr } = await runInProcess(tempDirectory(), line.split(" "));
    expect(stderr.match(/\n/g)).toHaveLength(1);
  },
);

describe("through a pipe", () => {
  it("questions come whole, one to a line", async () => {
    const home = tempDirectory();
    const { stdout } = await runInProcess(home, ["questions"]);
    const { questions } = JSON.parse((await runInProcess(home, ["questions", "--json"])).stdout);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(questions.length);
    for (const [index, { name, tags }] of questions.entries()) {
      expect(lines[index]?.replace(/ +/g, " ").trim()).toBe(`${index + 1} ${name} ${tags.join(", ")}`);
    }
  });

  it("a finding of the doctor is one line, what to do another, and all that is well one", async () => {
    const home = tempDirectory();
    const { stdout } = await runInProcess(home, ["doctor"]);
    expect(stdout.split("\n")).toEqual([
      `hint     database       ${home}/dailyleet.db is not there yet`,
      `${" ".repeat(24)}fix: nothing; the first tick creates it`,
      "ok       program, directories, configuration, clock",
      "",
    ]);
    await runInProcess(home, ["tick", "1"]);
    const well = "ok       program, directories, configuration, backups, database, clock\n";
    expect((await runInProcess(home, ["doctor"])).stdout).toBe(well);
  });
});
