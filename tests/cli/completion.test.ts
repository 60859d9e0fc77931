import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "../../packages/cli/src/context.ts";
import { createProgram } from "../../packages/cli/src/program.ts";
import { sheetOf } from "../support/sheet.ts";
import { today } from "../support/today.ts";
import { newHome } from "./support/home.ts";

const MARKS = "solution hint solved easy none";

const scriptFor = (shell: string, of = newHome()) => of.out(["completion", shell]);

function sheetWith(name: string, tags: string): string {
  const cells = [null, name, "https://example.com/1", tags, null, null, null, null, null];
  return sheetOf([cells]);
}

/** What bash offers for the last word of the line, in its own order. */
function offered(script: string, words: readonly string[]): string[] {
  const lines = `eval "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _dailyleet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["-c", lines, "bash", script, "dailyleet", ...words], { encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}

describe("completion in bash", () => {
  it.each([
    ["t", "today tick"],
    ["--c", "--color"],
    ["--color ", "auto always never"],
    ["--color = n", "never"],
    ["--color =", "auto always never"],
    ["--color never unt", "untick"],
    ["--color = never unt", "untick"],
    ["tick ", "leetcode code360 geeksforgeeks interviewbit codechef all"],
    ["tick code", "code360 codechef"],
    ["untick 3 inter", "interviewbit"],
    ["mark 75", "75"],
    ["mark 8 ", MARKS],
    ["mark --date -1 8 --json ", MARKS],
    ["mark https : //leetcode.com/problems/two-sum/?a = b ", MARKS],
    ["mark 8 easy ", ""],
    ["questions --state d", "due"],
    ["open lee", "leetcode"],
    ["open al", ""],
    ["tick --da", "--date"],
    ["tick --date y", "yesterday"],
    ["tick --date t", "today tomorrow tuesday thursday"],
    ["tick --date yesterday gee", "geeksforgeeks"],
    ["completion ", "bash zsh fish powershell"],
    ["help do", "doctor"],
    ["doctor --j", "--json"],
    ["--profile ", ""],
    ["year ", String(today.year)],
    ["year --s", "--svg"],
    ["questions --tag two-", "two-heaps two-pointers"],
    ["questions --show 74", "74"],
    ["profiles re", "rename remove"],
    ["serve --port ", ""],
    ["nonsense ", ""],
  ])("'%s' is offered '%s'", async (words, expected) => {
    expect(offered(await scriptFor("bash"), words.split(" ")).join(" ")).toBe(expected);
  });

  it("offers every verb and registers itself", async () => {
    const script = await scriptFor("bash");
    const { commands } = createProgram({ version: "" } as Context);
    expect(offered(script, [""]).toSorted()).toEqual([...commands.map((verb) => verb.name()), "help"].sort());
    const registered = execFileSync("bash", ["-c", 'eval "$1"; complete -p dailyleet', "bash", script], {
      encoding: "utf8",
    });
    expect(registered).toBe("complete -F _dailyleet dailyleet\n");
  });

  it("offers profiles and closed years, and makes no database to look for them", async () => {
    const home = newHome();
    await scriptFor("bash", home);
    expect(existsSync(join(home.directory, "dailyleet.db"))).toBe(false);
    await home.out(["profiles", "add", "Asha"]);
    await home.out(["profiles", "add", "Ravi K."]);
    await home.out(["tick", "1", "--date", `${today.year - 2}-03-05`]);
    const script = await scriptFor("bash", home);
    expect(offered(script, ["tick", "--profile", ""])).toEqual(["You", "Asha"]);
    expect(offered(script, ["profiles", "remove", "A"])).toEqual(["Asha"]);
    expect(offered(script, ["year", ""])).toEqual([String(today.year), String(today.year - 2)]);
  });

  it("is quiet where the database or the sheet cannot be read, and asks no network", async () => {
    const home = newHome();
    writeFileSync(join(home.directory, "dailyleet.db"), "no database");
    writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sheet: "https://unreachable.example/" }));
    const script = await scriptFor("bash", home);
    expect(offered(script, ["--profile", ""])).toEqual([]);
    expect(offered(script, ["questions", "--tag", ""])).toEqual([]);
    expect(offered(script, ["tick", "lee"])).toEqual(["leetcode"]);
  });

  it("offers configured names up to the first character that a shell could take for something else", async () => {
    const other = newHome();
    const names = ["Coding Ninjas", "$(touch pwned)", "Über'quote", "Same one", "Same two"];
    const sources = names.map((name) => ({ name, url: "https://example.com/" }));
    writeFileSync(join(other.directory, "dailyleet.json"), JSON.stringify({ sources }));
    expect(offered(await scriptFor("bash", other), ["tick", ""])).toEqual(["coding", "über", "all"]);
    for (const shell of ["zsh", "fish", "powershell"]) expect(await scriptFor(shell, other)).not.toContain("pwned");
  });

  it("takes nothing of a sheet or a profile's name that a shell gives a meaning to", async () => {
    const other = newHome();
    const evil = `Q $(pwned) \`pwned\` "; pwned ' ’ \\ & | [x]:`;
    await other.out(["profiles", "add", "$(pwned)"]);
    const url = "https://docs.google.com/spreadsheets/d/1/gviz/tq";
    writeFileSync(join(other.directory, "dailyleet.json"), JSON.stringify({ sheet: url }));
    const copy = { url, downloaded: Date.now(), text: sheetWith(evil, evil) };
    writeFileSync(join(other.directory, "questions.json"), JSON.stringify(copy));
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const script = await scriptFor(shell, other);
      expect([shell, /[$`"'’;&|\\(]\s*pwned/.test(script)]).toEqual([shell, false]);
    }
    expect(offered(await scriptFor("bash", other), ["questions", "--show", ""])).toEqual(["1"]);
  });
});

describe("completion elsewhere", () => {
  it.for(["bash", "zsh", "fish"])("is a script that %s itself accepts", async (shell, { skip }) => {
    const isMissing = spawnSync(shell, ["-c", "true"]).error !== undefined;
    if (isMissing) console.warn(`NOT CHECKED: ${shell} is not installed, so it did not read its completion script.`);
    skip(isMissing);
    const home = newHome();
    const file = join(home.directory, `completion.${shell}`);
    writeFileSync(file, await scriptFor(shell, home));
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("offers in fish, too, what belongs in the place", async ({ skip }) => {
    skip(spawnSync("fish", ["-c", "true"]).error !== undefined);
    const home = newHome();
    const file = join(home.directory, "completion.fish");
    await home.out(["profiles", "add", "Asha"]);
    writeFileSync(file, await scriptFor("fish", home));
    const offered = (line: string) => {
      const output = execFileSync("fish", ["-c", `source ${file}; complete -C '${line}'`], { encoding: "utf8" });
      return output.split("\n").flatMap((word) => word.split("\t")[0] || []);
    };
    expect(offered("dailyleet mark 7")).toEqual(["7", "70", "71", "72", "73", "74", "75"]);
    for (const line of ["dailyleet mark 8 ", "dailyleet --color never mark --date -1 8 "]) {
      expect(offered(line).toSorted()).toEqual(MARKS.split(" ").sort());
    }
    expect(offered("dailyleet mark 8 easy ")).toEqual([]);
    expect(offered("dailyleet tick 1 lee")).toEqual(["leetcode"]);
    expect(offered("dailyleet profiles re").toSorted()).toEqual(["remove", "rename"]);
    expect(offered("dailyleet profiles remove A")).toEqual(["Asha"]);
  });

  it.each(["zsh", "fish", "powershell"])("knows verbs, options, choices and sources in %s", async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ["untick", "doctor", "dry-run", "always", "yesterday", "geeksforgeeks"]) {
      expect([word, script.includes(word)]).toEqual([word, true]);
    }
  });
});
