import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  type Commit,
  createHistoryReader,
  DailyleetError,
  type GitHistory,
  type HistoryGuide,
  importError,
  orElse,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { readText } from "../../files/files.ts";
import { oneLine, printNote, shellWord } from "../../terminal/output.ts";

type GitContext = Pick<Context, "env" | "programDirectory" | "stderr">;

/**
 * Reads the history of a git repository, bare or with a worktree. Prints a note for a shallow clone, whose history is
 * cut off. `name` is the directory as the person wrote it. Throws `bad-import`, and `not-an-export` without git or a
 * repository.
 */
export async function readGitRepository(context: GitContext, name: string, guide: HistoryGuide): Promise<GitHistory> {
  const git = (args: readonly string[], input = "") => runGit(context, name, args, input);
  const boundary = await readBoundary(git);
  if (boundary.size > 0) {
    const way = `complete it with 'git -C ${oneLine(name)} fetch --unshallow'`;
    printNote(context, `${oneLine(name)} is a shallow clone, whose older history is cut off; ${way}.`);
  }
  const reader = createHistoryReader(guide);
  const unclear: string[] = [];
  await eachCommit(git(["log", ...FORMAT, ...LOG, "HEAD", "--"]), (commit, _, id) => {
    // Without its parents, git would list every file of a commit as added.
    if (boundary.has(id)) reader.take(commit, []);
    else if (reader.needsFiles(commit.subject)) unclear.push(id);
    else reader.take(commit, []);
  });
  // Compare in two processes at once: the trees of thousands of folders take seconds.
  const half = Math.ceil(unclear.length / 2);
  const halves = [unclear.slice(0, half), unclear.slice(half)].filter((ids) => ids.length > 0);
  await Promise.all(
    halves.map((ids) => eachCommit(git(["diff-tree", ...FORMAT, ...DIFF], `${ids.join("\n")}\n`), reader.take)),
  );
  return reader.finish(name);
}

type Git = (args: readonly string[], input?: string) => ReturnType<typeof runGit>;

/** The ids of the commits whose parents are missing from a shallow clone. */
async function readBoundary(git: Git): Promise<ReadonlySet<string>> {
  let path = "";
  for await (const texts of git(["rev-parse", "--git-path", "shallow"])) path += texts.join("");
  return new Set(readText(path.trimEnd())?.split("\n").filter(Boolean));
}

const FORMAT = ["-z", "--format=tformat:%H %aI %s", "--encoding=UTF-8"];
const LOG = ["--no-merges", "--no-show-signature", "--no-mailmap"];
const DIFF = ["--stdin", "-r", "--root", "--always", "--name-only", "--diff-filter=AM", "--find-renames=100%"];
/** `%H %aI %s` */
const HEADER = /^(\w{40,}) (\S*) (.*)$/s;

type TakeCommit = (commit: Commit, files: readonly string[], id: string) => void;

/** Calls `take` with each commit and the files that it adds or changes, without files that it only renames. */
async function eachCommit(output: ReturnType<typeof runGit>, take: TakeCommit): Promise<void> {
  let current: [Commit, string[], string] | undefined;
  for await (const texts of output) {
    for (const text of texts) {
      const [, id, date = "", subject = ""] = HEADER.exec(text) ?? [];
      if (id !== undefined) {
        if (current) take(...current);
        current = [{ date, subject }, [], id];
      } else if (current) {
        const [, files] = current;
        // A newline separates the header from the first file.
        files.push(files.length === 0 ? text.slice(1) : text);
      }
    }
  }
  if (current) take(...current);
}

/** Keep git from running programs that the repository names, and from fetching; see docs/decisions.md. */
const SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "log.showSignature=false",
  "protocol.allow=never",
  // The history is read once, so large caches are useless.
  "core.deltaBaseCacheLimit=8m",
  "core.packedGitLimit=16m",
  "core.packedGitWindowSize=1m",
].flatMap((setting) => ["-c", setting]);

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  // Lets diff-tree buffer its output; otherwise it flushes after each commit.
  GIT_FLUSH: "0",
  LC_ALL: "C",
};

/** In characters; longer than any subject or path that matters. Cuts off longer texts. */
const MAX_TEXT = 10_000;

/** Yields git's output, split at NULs. */
async function* runGit({ env, programDirectory }: GitContext, name: string, args: readonly string[], input: string) {
  const worktree = join(resolve(name), ".git");
  const directory = existsSync(worktree) ? worktree : resolve(name);
  const inherited = Object.entries(env).filter(([variable]) => !/^GIT_/i.test(variable));
  const git = spawn("git", ["--no-pager", `--git-dir=${directory}`, ...SETTINGS, ...args], {
    // Windows looks for programs in the current directory first.
    cwd: programDirectory,
    env: { ...Object.fromEntries(inherited), ...ENVIRONMENT },
  });
  let said = "";
  git.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MAX_TEXT);
  });
  const end = new Promise<number | null | Error>((resolve) => git.once("error", resolve).once("close", resolve));
  // Ignore EPIPE: git closes stdin early when it fails, and `end` reports the failure.
  git.stdin.on("error", () => {}).end(input);
  try {
    let rest = "";
    for await (const chunk of git.stdout.setEncoding("utf8")) {
      const texts = `${rest}${chunk}`.split("\0");
      rest = (texts.pop() ?? "").slice(0, MAX_TEXT);
      yield texts;
    }
    if (rest !== "") yield [rest];
    const result = await end;
    if (result !== 0) throw explain(name, result instanceof Error ? result : said, isPartialClone(directory));
  } finally {
    git.kill();
  }
}

function explain(name: string, reason: Error | string, isPartial: boolean): DailyleetError {
  const broken = (fault: string, advice: string) => importError(`${name}: ${fault}. Nothing imported; ${advice}.`);
  if (reason instanceof Error) {
    const advice = "Nothing imported; install git, or check PATH";
    const sentence = `${name}: git is needed to read a repository and can't be started. ${advice}.`;
    return new DailyleetError("not-an-export", sentence, { cause: reason });
  }
  if (reason.includes("not a git repository")) {
    const root = repositoryAround(dirname(resolve(name)));
    const fault = root ? `a folder of the repository ${root}` : "a directory, but not a git repository";
    const advice = root
      ? `name ${root}, and --map ${shellWord(`${relative(root, resolve(name))}=SOURCE`)} where this folder is a source`
      : "name a file, or the directory of a repository";
    return new DailyleetError("not-an-export", `${name} is ${fault}. Nothing imported; ${advice}.`);
  }
  const isEmpty = reason.includes("bad revision 'HEAD'");
  const said = oneLine(reason.trim().split("\n").at(-1) ?? "").slice(0, 200);
  if (isEmpty) return broken("there is no commit on the current branch", "check it out");
  if (isPartial) {
    const fault = "this clone was made with --filter and lacks the files of its commits";
    return broken(fault, "clone it again without --filter, or leave out --map and --marks");
  }
  return broken(`git can't read this repository (${said})`, "check it with 'git fsck'");
}

/** Whether the clone was made with --filter, which git's own message doesn't say. */
function isPartialClone(directory: string): boolean {
  const config = orElse(null, () => readText(join(directory, "config")));
  return /^\s*(?:promisor\s*=\s*true|partialclone(?:filter)?\s*=)/im.test(config ?? "");
}

/** The root of the repository that contains a directory; null outside of any. */
function repositoryAround(directory: string): string | null {
  const parent = dirname(directory);
  if (existsSync(join(directory, ".git"))) return directory;
  return parent === directory ? null : repositoryAround(parent);
}
