import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Commit, createHistoryReader, DailyleetError, type GitHistory, type HistoryGuide } from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { oneLine } from "../../terminal/output.ts";

type GitContext = Pick<Context, "env" | "programDirectory">;

/** Of how many commits the files are read by one program, so that a long history needs no more memory than a short one. */
const AT_ONCE = 5_000;

/** Runs git on the repository and yields the texts that it writes, as they come; each has ended with a NUL. */
type Git = (args: readonly string[], input?: string) => AsyncGenerator<readonly string[]>;

/**
 * Reads the history of a git repository, a worktree or a bare one. `name` is how the person wrote its directory. Throws
 * `not-an-export` where git is missing or the directory is no repository, and `bad-import`.
 */
export async function readGitRepository(context: GitContext, name: string, guide: HistoryGuide): Promise<GitHistory> {
  const git: Git = (args, input = "") => runGit(context, name, args, input);
  const reader = createHistoryReader(guide);
  const open = new Map<string, Commit>();
  const takeOpen = async () => {
    await eachWithFiles(git, [...open.keys()], (id, files) => {
      const commit = open.get(id);
      if (commit) reader.take(commit, files);
      open.delete(id);
    });
    // Those that change no file.
    for (const commit of open.values()) reader.take(commit, []);
    open.clear();
  };
  for await (const texts of git(["log", "-z", ...LOG, "HEAD", "--"])) {
    for (const text of texts) {
      const [, id = "", date = "", subject = ""] = /^(\w+) (\S*) (.*)$/s.exec(text) ?? [];
      if (reader.needsFiles(subject)) open.set(id, { date, subject });
      else reader.take({ date, subject }, []);
    }
    if (open.size >= AT_ONCE) await takeOpen();
  }
  await takeOpen();
  return reader.finish(name);
}

const LOG = ["--no-merges", "--no-show-signature", "--no-mailmap", "--encoding=UTF-8", "--format=tformat:%H %aI %s"];
const DIFF = ["--stdin", "-z", "-r", "--root", "--name-status", "--find-renames=100%"];

/** Calls `take` for each commit that changes files, with those that it adds or changes; what it only renames is neither. */
async function eachWithFiles(
  git: Git,
  ids: readonly string[],
  take: (id: string, files: readonly string[]) => void,
): Promise<void> {
  if (ids.length === 0) return;
  let id = "";
  let files: string[] = [];
  let status = "";
  let pathsLeft = 0;
  for await (const texts of git(["diff-tree", ...DIFF], `${ids.join("\n")}\n`)) {
    for (const text of texts) {
      if (pathsLeft > 0) {
        pathsLeft--;
        if (status === "A" || status === "M") files.push(text);
      } else if (/^[\da-f]{40,}$/.test(text)) {
        if (id) take(id, files);
        id = text;
        files = [];
      } else {
        status = text.charAt(0);
        pathsLeft = status === "R" ? 2 : 1;
      }
    }
  }
  if (id) take(id, files);
}

/** No program that the repository names may run, and nothing is fetched; see docs/decisions-program.md. */
const SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "log.showSignature=false",
  "protocol.allow=never",
  // The whole history is read once: caches are of no use.
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
  LC_ALL: "C",
};

/** Longer than any text that means something. */
const MAX_TEXT = 10_000;

async function* runGit(
  { env, programDirectory }: GitContext,
  name: string,
  args: readonly string[],
  input: string,
): AsyncGenerator<readonly string[]> {
  const worktree = join(resolve(name), ".git");
  const directory = existsSync(worktree) ? worktree : resolve(name);
  const own = Object.entries(env).filter(([variable]) => !/^GIT_/i.test(variable));
  const git = spawn("git", ["--no-pager", `--git-dir=${directory}`, ...SETTINGS, ...args], {
    // Windows looks for programs in the current directory first.
    cwd: programDirectory,
    env: { ...Object.fromEntries(own), ...ENVIRONMENT },
  });
  let said = "";
  git.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MAX_TEXT);
  });
  const end = new Promise<number | null | Error>((resolve) => git.once("error", resolve).once("close", resolve));
  // Closed early where git fails, which `end` tells.
  git.stdin.on("error", () => {}).end(input);
  try {
    let rest = "";
    for await (const chunk of git.stdout.setEncoding("utf8")) {
      const texts = `${rest}${chunk}`.split("\0");
      rest = (texts.pop() ?? "").slice(0, MAX_TEXT);
      yield texts;
    }
    const result = await end;
    if (result !== 0) throw explain(name, result instanceof Error ? result : said);
  } finally {
    git.kill();
  }
}

function explain(name: string, reason: Error | string): DailyleetError {
  if (reason instanceof Error) {
    const sentence = `${name}: git is needed to read a repository and can't be started. Nothing imported; install git, or check PATH.`;
    return new DailyleetError("not-an-export", sentence, { cause: reason });
  }
  if (reason.includes("not a git repository")) {
    const sentence = `${name} is a directory, but not a git repository. Nothing imported; name a file, or the directory of a repository.`;
    return new DailyleetError("not-an-export", sentence);
  }
  if (reason.includes("bad revision 'HEAD'")) {
    return new DailyleetError(
      "bad-import",
      `${name}: there is no commit on the current branch. Nothing imported; check it out.`,
    );
  }
  const said = oneLine(reason.trim().split("\n").at(-1) ?? "").slice(0, 200);
  return new DailyleetError(
    "bad-import",
    `${name}: git can't read this repository (${said}). Nothing imported; check it with 'git fsck'.`,
  );
}
