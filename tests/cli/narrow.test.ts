import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const WIDTHS = [36, 40, 50, 59, 64, 80, 200];
const COMMANDS = [
  ["--help"],
  ...["today", "tick", "review", "mark", "questions", "export", "remind", "completion", "doctor"].map((verb) => [
    verb,
    "--help",
  ]),
  [],
  ["today"],
  ["year"],
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
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

/** What a terminal would break inside a word. A word that is wider than the line, as a path may be, stands alone. */
const isBroken = (line: string, columns: number) => line.length > columns && line.trim().includes(" ");

/** A command in a help page that is longer than the line: it has to stay one to be copied. */
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

  it("a finding of the doctor is one line, and what to do another", async () => {
    const { stdout } = await runInProcess(tempDirectory(), ["doctor"]);
    const { findings } = JSON.parse((await runInProcess(tempDirectory(), ["doctor", "--json"])).stdout);
    expect(stdout.trimEnd().split("\n")).toHaveLength(
      findings.reduce((sum: number, { advice }: { advice: string | null }) => sum + (advice === null ? 1 : 2), 0),
    );
  });
});
