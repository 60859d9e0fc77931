import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_KEYS } from "../../packages/cli/src/commands/config.ts";
import { createFullProgram } from "../../packages/cli/src/program.ts";
import type { CommandContext } from "../../packages/cli/src/verb.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { localHome } from "./support/localHome.ts";

const MARKS = "solution hint solved easy none";

/** A home with the scripts of all shells, and a directory for PATH that holds the program. */
async function newHome() {
  const home = localHome();
  const bin = join(home.directory, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "dailyleet"), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, { mode: 0o755 });
  for (const shell of ["bash", "zsh", "fish"]) {
    writeFileSync(join(home.directory, `completion.${shell}`), await home.out(["completion", shell]));
  }
  const env = { ...cliEnvironment(home.directory), PATH: `${bin}:${process.env.PATH}` };
  const run = (shell: string, lines: string, words: readonly string[] = []) =>
    execFileSync(shell, ["-c", `source ${home.directory}/completion.${shell}\n${lines}`, ...words], {
      env,
      encoding: "utf8",
    })
      .split("\n")
      .filter((line) => line !== "");
  /** The completions that bash offers for the last word, in bash's order. */
  const offered = (...words: string[]) =>
    run("bash", `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dailyleet; printf '%s\\n' "\${COMPREPLY[@]}"`, [
      "bash",
      "dailyleet",
      ...words,
    ]);
  /** The completions that the program prints for a shell. */
  const answers = async (shell: string, ...words: string[]) =>
    (await home.out(["completion", shell, `--words=${words.join("\t")}`])).split("\n").slice(0, -1);
  return { ...home, run, offered, answers };
}

const OFFERS = [
  ["t", "today tick"],
  ["--c", "--color"],
  ["--color ", "auto always never"],
  ["--color = n", "never"],
  ["--color =", "auto always never"],
  ["--color never unt", "untick"],
  ["--color = never unt", "untick"],
  ["tick ", "leetcode code360 geeksforgeeks interviewbit codechef all"],
  ["tick code", "code360 codechef"],
  ["ti code", "code360 codechef"],
  ["un code", ""],
  ["untick 3 inter", "interviewbit"],
  ["tick Le", "Leetcode"],
  ["tick CODE", "CODE360 CODEchef"],
  ["mark 8 ", MARKS],
  ["mark --date -1 8 --json ", MARKS],
  ["mark https : //leetcode.com/problems/two-sum/?a = b ", MARKS],
  ["mark 8 easy ", ""],
  ["questions --state d", "due"],
  ["open lee", "leetcode"],
  ["open al", ""],
  ["config ", CONFIG_KEYS.join(" ")],
  ["config account.g", "account.geeksforgeeks"],
  ["config w", "waitForCloud"],
  ["config list ", "dailyleet75 neetcode150 all none"],
  ["config list all ", ""],
  ["config plan ", ""],
  ["config account.leetcode ", "none"],
  ["config problems ", "on off none"],
  ["config rest.weekdays s", "sun sat"],
  ["config source.2 ", "none"],
  ["config source.2 AtCoder ", ""],
  ["plan ", "none"],
  ["plan --list n", "neetcode150"],
  ["questions --difficulty ", "easy medium hard"],
  ["tick --da", "--date"],
  ["tick --date yesterday gee", "geeksforgeeks"],
  ["completion ", "bash zsh fish"],
  ["help do", "doctor"],
  ["doctor --j", "--json"],
  ["--profile ", ""],
  ["stats --s", "--svg"],
  ["profiles re", "rename remove"],
  ["serve --port ", ""],
  ["nonsense ", ""],
] as const;

describe("completion in bash", () => {
  it.each(OFFERS)("'%s' is answered with '%s'", async (line, expected) => {
    const { answers } = await newHome();
    const words = line.split(" ");
    const begun = words.at(-1)?.replace(/^=/, "") ?? "";
    const found = await answers("bash", ...words);
    expect(found.filter((word) => word.startsWith(begun)).join(" ")).toBe(expected);
  });

  it.each(OFFERS)("'%s' is offered '%s'", async (words, expected) => {
    const home = await newHome();
    expect(home.offered(...words.split(" ")).join(" ")).toBe(expected);
  });

  it("offers every verb, and the shell's own files where a file belongs", async () => {
    const home = await newHome();
    const { commands } = createFullProgram({ version: "" } as CommandContext);
    expect(home.offered("").toSorted()).toEqual([...commands.map((verb) => verb.name()), "help"].sort());
    expect(home.run("bash", "complete -p dailyleet")).toEqual(["complete -F _dailyleet dailyleet"]);
    const compopt = 'compopt() { echo "$@"; }; COMP_WORDS=(dailyleet import ""); COMP_CWORD=2; _dailyleet';
    expect(home.run("bash", compopt)).toEqual(["-o default"]);
  });

  it("makes no database to look for profiles, and offers those of a new one", async () => {
    const fresh = await newHome();
    expect(fresh.offered("tick", "--profile", "")).toEqual([]);
    expect(existsSync(join(fresh.directory, "dailyleet.db"))).toBe(false);
    await fresh.out(["profiles", "add", "Asha"]);
    await fresh.out(["profiles", "add", "Ravi K."]);
    expect(fresh.offered("tick", "--profile", "")).toEqual(["You", "Asha", "Ravi\\ K."]);
    expect(fresh.offered("tick", "--profile", "Ravi\\ ")).toEqual(["Ravi\\ K."]);
    expect(fresh.offered("profiles", "remove", "A")).toEqual(["Asha"]);
  });

  it("is quiet where the database cannot be read", async () => {
    const broken = await newHome();
    writeFileSync(join(broken.directory, "dailyleet.db"), "no database");
    expect(broken.offered("--profile", "")).toEqual([]);
    expect(broken.offered("tick", "lee")).toEqual(["leetcode"]);
  });

  it("offers the sources of the profile that the script's environment names", async () => {
    const home = await newHome();
    await home.out(["profiles", "add", "Bea"]);
    await home.out(["config", "source.4", "AtCoder", "https://atcoder.jp", "--profile", "Bea"]);
    const offers = (...profile: string[]) => home.out(["completion", "bash", "--words=tick\t", ...profile]);
    expect(await offers("--profile", "bea")).toContain("atcoder\n");
    expect(await offers()).toContain("interviewbit\n");
    expect(await offers("--profile", "Nobody")).toContain("interviewbit\n");
  });

  it("offers configured names up to the first character that a shell could take for something else", async () => {
    const other = await newHome();
    const names = ["Coding Ninjas", "$(touch pwned)", "Über'quote", "Same one", "Same two"];
    const sources = names.map((name) => ({ name, url: "https://example.com/" }));
    writeFileSync(join(other.directory, "dailyleet.json"), JSON.stringify({ sources }));
    expect(other.offered("tick", "")).toEqual(["coding", "über", "all"]);
  });

  it("offers no name of a profile that a shell gives a meaning to", async () => {
    const other = await newHome();
    for (const name of ["$(pwned)", "a b", "a  b", "a $b", "`x`"]) await other.out(["profiles", "add", name]);
    expect(await other.answers("zsh", "--profile", "")).toEqual(["You:profile", "a b:profile"]);
  });
});

describe("completion elsewhere", () => {
  it.for(["bash", "zsh", "fish"])("is a script that %s itself accepts", async (shell, { skip }) => {
    const isMissing = spawnSync(shell, ["-c", "true"]).error !== undefined;
    if (isMissing) console.warn(`NOT CHECKED: ${shell} is not installed, so it did not read its completion script.`);
    skip(isMissing);
    const file = join((await newHome()).directory, `completion.${shell}`);
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  const FILE = /my ticks\/a b\.csv$/;
  const IN_FISH: readonly (readonly [line: string, offers: readonly (string | RegExp)[]])[] = [
    ["mark 8 ", MARKS.split(" ")],
    ["--color never mark --date -1 8 ", MARKS.split(" ")],
    ["mark 8 easy ", []],
    ["tick 1 lee", ["leetcode"]],
    ["tick --da", ["--date"]],
    ["--color=n", ["--color=never"]],
    ["import completion.z", ["completion.zsh"]],
    ["stats --svg=completion.z", ["--svg=completion.zsh"]],
    ["import my\\\\ ticks/a", [FILE]],
    ['import "my ticks/a', [FILE]],
    ['import "$PWD/my ticks"/a', [FILE]],
    ['year --svg="my ticks/a', [/^--svg=.*my ticks\/a b\.csv$/]],
    ["profiles re", ["remove", "rename"]],
    ["profiles remove A", ["Asha", "Asha Rao"]],
  ];
  const hasFish = spawnSync("fish", ["-c", "true"]).error === undefined;
  it.skipIf(!hasFish).each(IN_FISH)("'%s' is offered %j in fish", async (line, offers) => {
    const home = await newHome();
    await home.out(["profiles", "add", "Asha"]);
    await home.out(["profiles", "add", "Asha Rao"]);
    mkdirSync(join(home.directory, "my ticks"));
    writeFileSync(join(home.directory, "my ticks/a b.csv"), "");
    const found = home.run("fish", `cd ${home.directory}; complete -C 'dailyleet ${line}'`);
    const words = found.flatMap((word) => word.split("\t")[0] || []).sort();
    expect(words).toEqual(
      [...offers].sort().map((offer) => (offer instanceof RegExp ? expect.stringMatching(offer) : offer)),
    );
  });

  it.each([
    ["zsh", ":", ""],
    ["fish", "\t", "--color="],
  ])("explains what it offers to %s", async (shell, mark, option) => {
    const { answers } = await newHome();
    const lines = [[""], ["tick", "-"], ["tick", "--color="], ["tick", ""]].map((words) => answers(shell, ...words));
    expect((await Promise.all(lines)).flat()).toEqual(
      expect.arrayContaining([
        `today${mark}show today, as 'dailyleet' alone does`,
        `--color${mark}when to use colours`,
        `${option}never${mark}when`,
        `geeksforgeeks${mark}source 3`,
      ]),
    );
  });
});
