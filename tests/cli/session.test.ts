import { DailyleetError, type Marks } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import type { Screen } from "../../packages/cli/src/context.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const NOON = Date.parse("2026-11-21T12:00:00");
/** What a person types at one question after the other; the session must not ask for more. */
type Typed = readonly (string | false | "Ctrl-C")[];

async function practise(home: string, typed: Typed, args: readonly string[] = []) {
  const left = [...typed];
  const prompts: string[] = [];
  const started: string[][] = [];
  const result = await runInProcess(home, ["review", "--start", ...args], {
    columns: 80,
    env: { LANG: "C.UTF-8", NO_COLOR: "1" },
    now: () => NOON,
    screen: () => ({}) as Screen,
    start: async (program, given) => started.push([program, ...given]) > 0,
    ask: async (prompt) => {
      prompts.push(prompt);
      const next = left.shift();
      if (next === undefined) throw new Error("asked for more than was typed");
      if (next === "Ctrl-C") throw new DailyleetError("interrupted", "Interrupted; nothing was changed.");
      return next;
    },
  });
  expect(left).toEqual([]);
  return { ...result, prompts, started };
}

async function marksIn(home: string): Promise<Marks> {
  const { stdout } = await runInProcess(home, ["export"]);
  return JSON.parse(stdout).practice;
}

const TWO_SUM = "leetcode.com/problems/two-sum";
const ANAGRAMS = "leetcode.com/problems/group-anagrams";

describe("a session of practice", () => {
  it("shows one question after the other, its answers when they are asked for, and what comes tomorrow", async () => {
    const home = tempDirectory();
    const { code, stdout, stderr, prompts } = await practise(home, ["", "", "3", "s", "EASY"], ["--limit", "3"]);
    expect([code, stderr.replace(NOTHING_THERE, "")]).toEqual([0, ""]);
    expect(stdout.split("\n").slice(0, 8)).toEqual([
      "",
      "1 of 3 · new",
      "1 Two Sum",
      "https://leetcode.com/problems/two-sum/",
      "array, hash table, Easy",
      "Return the indices of the two numbers in an array that add up to a given target.",
      "",
      "1 solution (tomorrow)",
    ]);
    const order = ["1 Two Sum", "Takeaways\nWhen", "Analysis + Comments\nWalk", "Two Sum: solved", "2 of 3", "3 of 3"];
    const places = order.map((text) => stdout.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(stdout.split("Takeaways\n")).toHaveLength(2);
    expect(prompts.slice(0, 3)).toEqual([
      "Enter takeaways, 1-4 mark, o open, s skip, q leave: ",
      "Enter analysis, 1-4 mark, o open, s skip, q leave: ",
      "1-4 mark, o open, s skip, q leave: ",
    ]);
    expect(stdout).toMatch(/\nDone for today: 2 questions, 1 skipped\. Nothing comes back tomorrow\.\n$/);
    expect(await marksIn(home)).toEqual({
      [TWO_SUM]: { "2026-11-21": 3 },
      "leetcode.com/problems/product-of-array-except-self": { "2026-11-21": 4 },
    });
  });

  it("goes on where it was left, by q, by the end of the input or by Ctrl-C, with every mark kept", async () => {
    const home = tempDirectory();
    const left = await practise(home, ["1", "q"], ["--limit", "3"]);
    expect(left.stdout).toMatch(/\n1 of 3 done; 'dailyleet review --start' goes on\.\n$/);
    const interrupted = await practise(home, ["2", "Ctrl-C"], ["--limit", "3"]);
    expect([interrupted.code, interrupted.stderr]).toEqual([130, "dailyleet: Interrupted; 1 mark kept.\n"]);
    expect(interrupted.stdout).toContain("\n2 of 3 · new\n2 Group Anagrams\n");
    expect(await marksIn(home)).toEqual({ [TWO_SUM]: { "2026-11-21": 1 }, [ANAGRAMS]: { "2026-11-21": 2 } });
    expect((await practise(home, ["Ctrl-C"], ["--limit", "3"])).stderr).toContain("Interrupted; nothing was changed.");
    expect((await practise(home, [false], ["--limit", "3"])).stdout).toContain("2 of 3 done");
    const last = await practise(home, ["4"], ["--limit", "3"]);
    expect(last.stdout).toMatch(/\nDone for today: 3 questions\. 1 question tomorrow\.\n$/);
    expect((await practise(home, [], ["--limit", "3"])).stdout).toContain("Done for today: 3 questions.");
  });

  it("opens the question in the browser, and says what a key is not", async () => {
    const { stderr, started } = await practise(tempDirectory(), ["o", "5", "none", "q"]);
    expect(started.map((words) => words.at(-1))).toEqual(["https://leetcode.com/problems/two-sum/"]);
    expect(stderr.replace(NOTHING_THERE, "")).toBe("dailyleet: Press 1-4, o, s or q.\n".repeat(2));
  });

  it("breaks its choices between them where they don't fit into a line", async () => {
    const home = tempDirectory();
    for (const days of [400, 200, 60, 30])
      await runInProcess(home, ["mark", "1", "easy", "--date", `-${days}`], { now: () => NOON });
    const { stdout } = await practise(home, ["q"], ["--limit", "1"]);
    expect(stdout).toMatch(/\n1 solution \(.+\)\n2 hint \(.+\)\n3 solved \(in \d+ days\)\n4 easy \(in \d+ days\)\n/);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});
