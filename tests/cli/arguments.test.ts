import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFullProgram, createProgram, parse } from "../../packages/cli/src/program.ts";
import type { CommandContext } from "../../packages/cli/src/verb.ts";

const silent = { write: () => {}, isTerminal: () => false, columns: () => 80 };
const context = {
  stdout: silent,
  stderr: silent,
  env: { DAILYLEET_HOME: join(tmpdir(), "dailyleet-not-there") },
  zone: () => "UTC",
  version: "0.0.0",
} as unknown as CommandContext;

async function read(line: string): Promise<unknown> {
  const program = createProgram(context);
  let seen: unknown;
  program.hook("preAction", (_, command) => {
    seen = [command.name(), ...command.processedArgs, command.optsWithGlobals()];
    throw new Error("read");
  });
  const args = line.split(" ").filter((word) => word !== "");
  await parse(program, context, args).catch((error) => {
    seen ??= error.code;
  });
  return seen;
}

const date = "today";
const color = "auto";

describe("a command line becomes", () => {
  it.each([
    ["", ["today", { date, color }]],
    ["--profile Asha --color never", ["today", { date, color: "never", profile: "Asha" }]],
    ["--color=never", ["today", { date, color: "never" }]],
    ["--color never --date -1", ["today", { date: "-1", color: "never" }]],
    ["--json", ["today", { date, color, json: true }]],
    ["--date yesterday", ["today", { date: "yesterday", color }]],
    ["--date -1 --json", ["today", { date: "-1", color, json: true }]],
    ["today --date 03-05", ["today", { date: "03-05", color }]],
    ["tick", ["tick", [], { wait: true, date, color }]],
    ["3", ["tick", ["3"], { wait: true, date, color }]],
    ["--profile 3 3 --date -1", ["tick", ["3"], { wait: true, date: "-1", color, profile: "3" }]],
    ["1,3-5 2", ["tick", ["1,3-5", "2"], { wait: true, date, color }]],
    ["ti 3", ["tick", ["3"], { wait: true, date, color }]],
    ["TICK 3", ["tick", ["3"], { wait: true, date, color }]],
    ["--profile sta stats 2025", ["stats", "2025", { color, profile: "sta" }]],
    ["--profile=que que two", ["questions", ["two"], { color, profile: "que" }]],
    ["tick 3", ["tick", ["3"], { wait: true, date, color }]],
    ["tick leet 2 codechef --date 03-05", ["tick", ["leet", "2", "codechef"], { wait: true, date: "03-05", color }]],
    ["tick --date -7 5", ["tick", ["5"], { wait: true, date: "-7", color }]],
    ["--color always tick 3", ["tick", ["3"], { wait: true, date, color: "always" }]],
    ["tick 3 --color always --profile Asha", ["tick", ["3"], { wait: true, date, color: "always", profile: "Asha" }]],
    ["untick 1 --json", ["untick", ["1"], { wait: true, date, color, json: true }]],
    ["tick -1", ["tick", ["-1"], { wait: true, date, color }]],
    ["undo", ["undo", { color }]],
    ["redo --dry-run --json", ["redo", { color, dryRun: true, json: true }]],
    ["stats", ["stats", undefined, { color }]],
    ["stats --svg -", ["stats", undefined, { color, svg: "-" }]],
    ["stats 2025 --json", ["stats", "2025", { color, json: true }]],
    ["status --check", ["status", { color, check: true }]],
    ["open 3 --print", ["open", "3", { color, print: true }]],
    ["questions", ["questions", [], { color }]],
    ["questions two sum --tag a --tag b", ["questions", ["two", "sum"], { color, tag: ["a", "b"] }]],
    ["questions --show 12", ["questions", [], { color, show: "12" }]],
    ["questions --state due tree", ["questions", ["tree"], { color, state: "due" }]],
    ["review", ["review", { color }]],
    ["review --limit 3 --json", ["review", { color, limit: 3, json: true }]],
    ["mark 8 solved", ["mark", "8", "solved", { wait: true, date, color }]],
    ["mark merge none --date -1 --json", ["mark", "merge", "none", { wait: true, date: "-1", color, json: true }]],
    ["questions --check --json", ["questions", [], { color, check: true, json: true }]],
    ["export", ["export", undefined, { color }]],
    ["export ticks.csv --csv", ["export", "ticks.csv", { color, csv: true }]],
    ["export - --json", ["export", "-", { color, json: true }]],
    ["export a.json --force", ["export", "a.json", { color, force: true }]],
    ["import ticks.json --dry-run", ["import", "ticks.json", { color, dryRun: true }]],
    ["import a --map b=1 --map c=2", ["import", "a", { color, map: ["b=1", "c=2"] }]],
    ["import a --dates dmy", ["import", "a", { color, dates: "dmy" }]],
    ["import a --numbers counts", ["import", "a", { color, numbers: "counts" }]],
    ["serve", ["serve", { color, port: 4747 }]],
    ["serve --port 0", ["serve", { color, port: 0 }]],
    ["serve --open", ["serve", { color, port: 4747, open: true }]],
    ["login", ["login", undefined, { color }]],
    ["login my-project.web.app", ["login", "my-project.web.app", { color }]],
    ["logout", ["logout", { color }]],
    ["logout --leave --yes", ["logout", { color, leave: true, yes: true }]],
    ["sync", ["sync", { color }]],
    ["config", ["config", undefined, [], { color }]],
    ["config plan 2027-03-31", ["config", "plan", ["2027-03-31"], { color }]],
    ["plan 2027-03-31", ["plan", "2027-03-31", { color }]],
    ["review --upcoming", ["review", { color, upcoming: true }]],
    ["review --upcoming 7 --list all", ["review", { color, upcoming: 7, list: "all" }]],
    ["questions --difficulty HARD", ["questions", [], { color, difficulty: ["Hard"] }]],
    ["profiles", ["profiles", undefined, [], { color }]],
    ["profiles add Asha", ["profiles", "add", ["Asha"], { color }]],
    ["profiles rename You Ravi --json", ["profiles", "rename", ["You", "Ravi"], { color, json: true }]],
    ["profiles remove Asha --yes", ["profiles", "remove", ["Asha"], { color, yes: true }]],
    ["import --from-local", ["import", undefined, { color, fromLocal: true }]],
    ["completion zsh", ["completion", "zsh", { color }]],
    ["doctor --json", ["doctor", { color, json: true }]],
  ])("'%s'", async (line, expected) => {
    expect(await read(line)).toEqual(expected);
  });

  it.each([
    ["tik 3", "commander.unknownCommand"],
    ["yesterday", "commander.unknownCommand"],
    ["untick", "commander.missingArgument"],
    ["tick 3 --dat 64", "commander.unknownOption"],
    ["tick 3 --date", "commander.optionMissingArgument"],
    ["today 3", "commander.excessArguments"],
    ["--color sometimes", "commander.invalidArgument"],
    ["serve --port 65536", "commander.invalidArgument"],
    ["serve --port -1", "commander.invalidArgument"],
    ["completion", "commander.missingArgument"],
    ["profiles delete Asha", "commander.invalidArgument"],
    ["import a --dates ymd", "commander.invalidArgument"],
    ["import a --numbers many", "commander.invalidArgument"],
    ["mark 8", "commander.missingArgument"],
    ...["0", "-1", "1.5", "all"].map((limit) => [`review --limit=${limit}`, "commander.invalidArgument"]),
    ["questions --state old", "commander.invalidArgument"],
    ["completion tcsh", "commander.invalidArgument"],
    ["--help", "commander.helpDisplayed"],
    ["tick --help", "commander.helpDisplayed"],
    ["help tick", "commander.help"],
    ["help help", "commander.help"],
    ["help", "commander.help"],
    ["help ti", "commander.help"],
    ["he", "commander.help"],
    ["help foo", "commander.unknownCommand"],
    ["--color never help foo", "commander.unknownCommand"],
    ["--version", "commander.version"],
  ])("nothing: '%s'", async (line, code) => {
    expect(await read(line)).toBe(code);
  });
});

describe("the command table", () => {
  const program = createFullProgram(context);
  const { commands } = program;

  it("holds every verb once, each with a summary, a description and an example", () => {
    const names = commands.map((command) => command.name());
    expect(names).toEqual([
      ...["today", "tick", "untick", "undo", "redo", "fetch", "ui", "status", "stats"],
      ...["review", "mark", "plan", "questions", "open"],
      ...["export", "import", "restore", "config", "serve", "profiles", "completion", "doctor"],
      ...["login", "logout", "sync", "deploy-files"],
    ]);
    for (const command of commands) {
      expect([command.name(), command.summary() !== "", command.description().endsWith(".")]).toEqual([
        command.name(),
        true,
        true,
      ]);
    }
  });

  it.each([
    ["untick", "clear a tick"],
    ["status", "Print a short line for your prompt (works offline)."],
    ["profiles", "show who is signed in, and how many changes wait to be sent"],
    ["deploy-files", "write the files for deploying your own site"],
    ["mark", "none removes the mark"],
    ["stats", "a missed day lowers it by 5 %"],
  ])("says of %s: %s", (verb, words) => {
    const [command] = commands.filter((one) => one.name() === verb);
    expect(`${command?.summary()}\n${command?.helpInformation()}`.replace(/\s+/g, " ")).toContain(words);
  });

  it("ends its help page with the optional cloud, and every verb's with the global options in one line", () => {
    const [, cloud = ""] = program.helpInformation().split("Cloud (optional):\n");
    expect(cloud.match(/^ *[\w-]+/gm)).toEqual(["  login", "  logout", "  sync", "  deploy-files"]);
    for (const command of commands) {
      const lines = command.helpInformation().split("\n");
      expect(lines.filter((line) => /global|--color|--profile/i.test(line))).toEqual([
        "Global options: --color <when>, --profile <name> (see 'dailyleet --help')",
      ]);
    }
  });

  it("offers --json on every verb that reads or writes", () => {
    const without = commands.filter((command) => !command.options.some((option) => option.long === "--json"));
    expect(without.map((command) => command.name())).toEqual(["ui", "serve", "completion"]);
  });

  it("describes every argument and option", () => {
    for (const command of commands) {
      for (const part of [...command.options, ...command.registeredArguments]) expect(part.description).not.toBe("");
    }
  });
});
