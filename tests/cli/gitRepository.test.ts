import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SOURCES } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { readGitRepository } from "../../packages/cli/src/commands/import/gitRepository.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { gitIn, type MadeCommit, makeRepository } from "./support/gitRepository.ts";

const SUBJECT = "Time: 3 ms (66.97%), Space: 43.7 MB (6.92%) - LeetHub";
const TWO_SUM = "leetcode.com/problems/two-sum";
let notes = "";
const stderr = {
  write: (text: string) => {
    notes += text;
  },
  isTerminal: () => false,
  columns: () => Number.POSITIVE_INFINITY,
  rows: () => 24,
};
const read = (directory: string, map: readonly (readonly [string, 5])[] = [], env = process.env) => {
  notes = "";
  const context = { env, programDirectory: "/", stderr };
  return readGitRepository(context, directory, { sources: DEFAULT_SOURCES, map, questions: [TWO_SUM] });
};

const refusal = (directory: string, env?: NodeJS.ProcessEnv): Promise<string> =>
  read(directory, [], env).then(
    () => "",
    (error) => `${error.code}: ${error.message.replaceAll(directory, "DIR")}`,
  );

const HISTORY: readonly MadeCommit[] = [
  { subject: SUBJECT, date: "1759523012 +0530", files: { "0001-two-sum/a b\n.py": "1" } },
  { subject: SUBJECT, date: "1759609412 -0800" },
  { subject: "own", date: "1759695812 +0000", files: { "own/\u001b[31mé.py": "2", "README.md": "r" } },
  { subject: "move", date: "1759782212 +0000", files: { "own/b.py": { from: "own/\u001b[31mé.py" } } },
  { subject: "delete", date: "1759868612 +0000", files: { "own/b.py": null } },
  { subject: "aside", date: "1759955012 +0000", files: { "own/README.md": "3" }, parent: 1 },
  { subject: SUBJECT, date: "1760041412 +0000", merges: 5 },
];

describe("the history of a repository", () => {
  it.each([
    ["bare", true],
    ["with a worktree", false],
  ])("%s: each commit counts once, on its author's day, and a merge doesn't", async (_, isBare) => {
    const { ticks, solved, unknownCommits } = await read(makeRepository(HISTORY, isBare), [["own", 5]]);
    // 4, 4 and 5 October.
    expect(ticks).toEqual({ 2025: { 277: { 1: true }, 278: { 5: true } } });
    expect(solved).toEqual(new Map([[TWO_SUM, new Set(["2025-10-04"])]]));
    expect(unknownCommits).toBe(3);
  });

  it("is read in a linked worktree and through a link", async () => {
    const repository = makeRepository(HISTORY);
    const linked = join(tempDirectory(), "linked");
    gitIn(repository, ["worktree", "add", "--quiet", linked]);
    expect((await read(linked)).ticks).toEqual((await read(repository)).ticks);
  });

  it("is not read where there is none, and the sentence says why", async () => {
    expect(await refusal(tempDirectory())).toBe(
      "not-an-export: DIR is a directory, but not a git repository. Nothing imported; name a file, or the directory of a repository.",
    );
    const repository = makeRepository(HISTORY, false);
    const inside = join(repository, "own/sub");
    mkdirSync(inside, { recursive: true });
    expect(await refusal(inside)).toBe(
      `not-an-export: DIR is a folder of the repository ${repository}. Nothing imported; name ${repository}, and --map 'own/sub=SOURCE' where this folder is a source.`,
    );
    expect(await refusal(makeRepository([]))).toBe(
      "bad-import: DIR: there is no commit on the current branch. Nothing imported; check it out.",
    );
    expect(await refusal(makeRepository(HISTORY), { PATH: tempDirectory() })).toMatch(
      /^not-an-export: DIR: git is needed to read a repository and can't be started\. [^\n]+\.$/,
    );
  });

  it("of a shallow clone is said to be cut off, and its oldest commit counts without its files", async () => {
    const commits: readonly MadeCommit[] = [
      { subject: SUBJECT, date: "1759523012 +0000", files: { "0001-two-sum/a.py": "1", "own/a.py": "1" } },
      { subject: SUBJECT, date: "1759609412 +0000", files: { "0015-3sum/a.py": "1" } },
      { subject: "own", date: "1759695812 +0000", files: { "own/b.py": "1" } },
    ];
    const clone = cloneOf(makeRepository(commits), "--depth=2");
    const { ticks, solved } = await read(clone, [["own", 5]]);
    expect([ticks, solved]).toEqual([{ 2025: { 277: { 1: true }, 278: { 5: true } } }, new Map()]);
    expect(notes).toBe(
      `dailyleet: ${clone} is a shallow clone, whose older history is cut off; complete it with 'git -C ${clone} fetch --unshallow'.\n`,
    );
    gitIn(clone, ["fetch", "--quiet", "--unshallow"]);
    expect((await read(clone, [["own", 5]])).solved.size).toBe(1);
    expect(notes).toBe("");
  });

  it("of a clone without files is read as far as subjects tell, and refused with its own advice where they don't", async () => {
    const clone = cloneOf(makeRepository(HISTORY), "--filter=tree:0", "--bare");
    expect(await refusal(clone)).toBe(
      "bad-import: DIR: this clone was made with --filter and lacks the files of its commits. Nothing imported; clone it again without --filter, or leave out --map and --marks.",
    );
    const context = { env: process.env, programDirectory: "/", stderr };
    const subjects = cloneOf(makeRepository(HISTORY.slice(0, 2)), "--filter=tree:0", "--bare");
    const guide = { sources: DEFAULT_SOURCES, map: [], questions: [] };
    expect((await readGitRepository(context, subjects, guide)).ticks).toEqual({ 2025: { 277: { 1: true } } });
  });

  it("is refused whole where a part of it is missing", async () => {
    const repository = makeRepository(HISTORY);
    rmSync(looseObject(repository, "HEAD~1^{tree}"));
    expect(await refusal(repository)).toMatch(
      /^bad-import: DIR: git can't read this repository \([^\n]+\)\. Nothing imported; check it with 'git fsck'\.$/,
    );
  });
});

/** A clone by git's own protocol: only that one can leave objects out. */
function cloneOf(repository: string, ...options: string[]): string {
  gitIn(repository, ["config", "uploadpack.allowFilter", "true"]);
  const clone = join(tempDirectory(), "clone");
  gitIn(repository, ["clone", "--quiet", "--no-checkout", ...options, `file://${repository}`, clone]);
  return clone;
}

/** The file of a loose object; git packs no objects of so small a history. */
function looseObject(repository: string, name: string): string {
  const id = gitIn(repository, ["rev-parse", name]).trim();
  return join(repository, "objects", id.slice(0, 2), id.slice(2));
}

describe("a hostile repository", () => {
  interface Trap {
    /** `RUN` stands for a program that creates a file when it runs. */
    readonly config: string;
    /** A git command that would run the program. */
    readonly spring?: readonly string[];
    readonly lacksTree?: boolean;
  }
  const FETCHES = { spring: ["diff-tree", "-r", "HEAD"], lacksTree: true };
  const partial = (url: string) =>
    `[extensions]\npartialClone = origin\n[remote "origin"]\npromisor = true\n${url}\n[protocol "ext"]\nallow = always`;
  const traps: readonly (readonly [string, Trap])[] = [
    ["core.fsmonitor", { config: '[core]\nfsmonitor = "RUN"', spring: ["status"] }],
    ["gpg.program", { config: '[log]\nshowSignature = true\n[gpg]\nprogram = "RUN"', spring: ["log"] }],
    ["a pager", { config: '[core]\npager = "RUN"\n[pager]\nlog = "RUN"\ndiff-tree = "RUN"' }],
    ["diff.external", { config: '[diff]\nexternal = "RUN"', spring: ["diff", "HEAD~1", "HEAD"] }],
    ["diff.textconv", { config: '[diff "x"]\ntextconv = "RUN"\ncommand = "RUN"', spring: ["diff", "HEAD~1", "HEAD"] }],
    ["a hook", { config: "[core]\nhooksPath = .git", spring: ["commit", "--quiet", "--allow-empty", "-m", "x"] }],
    ["the fetch of a partial clone", { config: partial('url = "ext::RUN"'), ...FETCHES }],
    ["its uploadpack", { config: partial('url = "."\nuploadpack = "RUN"'), ...FETCHES }],
    ["an alias", { config: '[alias]\nlog = "!RUN"\ndiff-tree = "!RUN"' }],
    [
      "other programs",
      {
        config:
          '[core]\nsshCommand = "RUN"\ngitProxy = "RUN"\nalternateRefsCommand = "RUN"\neditor = "RUN"\n[credential]\nhelper = "!RUN"\n[filter "x"]\nprocess = "RUN"\nsmudge = "RUN"\nclean = "RUN"',
      },
    ],
  ];

  it.each(traps)("runs no program by %s", async (_, { config, spring, lacksTree }) => {
    const repository = makeRepository([...HISTORY, { subject: "last", files: { "own/x.py": "4" } }], false);
    const git = join(repository, ".git");
    const program = join(git, "run");
    const mark = join(git, "mark");
    writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`, { mode: 0o755 });
    mkdirSync(join(git, "info"), { recursive: true });
    writeFileSync(join(git, "info/attributes"), "* diff=x filter=x\n");
    sign(repository);
    symlinkSync(program, join(git, "pre-commit"));
    if (lacksTree) rmSync(looseObject(git, "HEAD^{tree}"));
    writeFileSync(join(git, "more"), config.replaceAll("RUN", program));
    gitIn(repository, ["config", "include.path", join(git, "more")]);
    if (spring) {
      spawnSync("git", ["-C", repository, "-c", "user.name=x", "-c", "user.email=x@y", ...spring]);
      expect(existsSync(mark), "the trap works").toBe(true);
      rmSync(mark);
    }
    const said = await refusal(repository);
    expect(existsSync(mark)).toBe(false);
    expect(said === "").toBe(lacksTree !== true);
  });
});

/** Gives the last commit a block that looks like a signature. */
function sign(repository: string): void {
  const [head = "", ...body] = gitIn(repository, ["cat-file", "commit", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----";
  const input = `${head}\n${signature}\n\n${body.join("\n\n")}`;
  const id = gitIn(repository, ["hash-object", "-t", "commit", "-w", "--stdin"], input).trim();
  gitIn(repository, ["update-ref", "refs/heads/main", id]);
}
