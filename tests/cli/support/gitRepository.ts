import { execFileSync } from "node:child_process";
import { tempDirectory } from "../../support/tempDirectory.ts";

export interface MadeCommit {
  readonly subject: string;
  /** The author's date in git's raw format, seconds since the epoch and zone: `1759523012 +0530`. */
  readonly date?: string;
  /** Path → content; null deletes the file, and `{ from }` renames one. */
  readonly files?: Readonly<Record<string, string | null | { readonly from: string }>>;
  /** The commit's place in the list, from 1. */
  readonly merges?: number;
  readonly parent?: number;
}

export const gitIn = (directory: string, args: readonly string[], input = ""): string =>
  execFileSync("git", ["-C", directory, ...args], { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });

export function makeRepository(commits: readonly MadeCommit[], isBare = true): string {
  const directory = tempDirectory();
  gitIn(directory, ["init", "--quiet", "--initial-branch=main", ...(isBare ? ["--bare"] : [])]);
  gitIn(directory, ["fast-import", "--quiet"], commits.map(streamOf).join(""));
  return directory;
}

function streamOf(
  { subject, date = "1759523012 +0530", files = {}, parent, merges }: MadeCommit,
  index: number,
): string {
  return [
    "commit refs/heads/main",
    `mark :${index + 1}`,
    `author A <a@example.com> ${date}`,
    "committer C <c@example.com> 1800000000 +0000",
    data(subject),
    ...(index > 0 ? [`from :${parent ?? index}`] : []),
    ...(merges ? [`merge :${merges}`] : []),
    ...Object.entries(files).map(([path, content]) => changeOf(quoted(path), content)),
    "",
  ].join("\n");
}

function changeOf(path: string, content: string | null | { readonly from: string }): string {
  if (content === null) return `D ${path}`;
  return typeof content === "string"
    ? `M 100644 inline ${path}\n${data(content)}`
    : `R ${quoted(content.from)} ${path}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** Quotes a path with a control character as git does. */
function quoted(path: string): string {
  const octal = (character: string) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"${path.replace(/[^ -~\u00a0-\uffff]|["\\]/g, octal)}"`;
}
