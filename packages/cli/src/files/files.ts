import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, type DailyleetError, hasCode, isDailyleetError, storageError, usageError } from "@dailyleet/core";
import { discard, followLinks, makeDirectories, reasonOf, setMode } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { waitAMoment } from "../terminal/output.ts";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** The mode of public files, before the umask. */
const PUBLIC_MODE = 0o666;

/** Null if the path doesn't exist. Throws `storage`. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw cannot("read", path, error);
  }
}

/** True for a broken link, too. */
export function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== "";
  } catch {
    return false;
  }
}

/**
 * The text of a file of at most `most` bytes; null without a file. Throws `storage`, for example for a pipe or a
 * device, which may have no end.
 */
export function readText(file: string, most = Number.POSITIVE_INFINITY): string | null {
  const stats = statOf(file);
  if (stats === null) return null;
  if (!stats.isFile()) throw storageError(`${file} is not a file; move it away.`);
  if (stats.size > most) throw storageError(`${file} has more than ${most} bytes; move it away.`);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw cannot("read", file, error);
  }
}

const MOST_SETTINGS = 1024 * 1024;

/** As `readText`, limited to 1 MiB, because parsing a large file that isn't JSON would take minutes. */
export function readSettingsText(file: string): string | null {
  return readText(file, MOST_SETTINGS);
}

/** Creates a directory that only the person can enter. Leaves an existing one as it is. Throws `storage`. */
function makePrivateDirectory(directory: string): void {
  try {
    makeDirectories(directory, DIRECTORY_MODE);
  } catch (error) {
    throw cannot("create the directory", directory, error);
  }
}

/**
 * Replaces a file atomically; only the person can read it. Durable on return. Creates the directory. `processId`
 * becomes part of the temporary file's name, for `removeRemains`. Throws `storage`.
 */
export function writePrivate(file: string, text: string, processId?: number): void {
  makePrivateDirectory(dirname(file));
  replaceFile(ownTarget(file), text, FILE_MODE, { processId });
}

/** As `writePrivate`, but keeps the mode of the replaced file. */
export function writeKept(file: string, text: string): void {
  makePrivateDirectory(dirname(file));
  const target = ownTarget(file);
  replaceFile(target, text, FILE_MODE, { keptMode: (statOf(target)?.mode ?? FILE_MODE) & 0o777 });
}

/** Copies an unusable file to one beside it. Returns the copy's path. Throws `storage`. */
export function keepUnreadable(file: string): string {
  const copy = `${file}.unreadable`;
  try {
    copyFileSync(file, copy);
    return copy;
  } catch (error) {
    throw cannot("write", copy, error);
  }
}

/** Deletes the temporary files of killed processes. `isOwn` recognizes the names of the files to be written. */
export function removeRemains(
  directory: string,
  isOwn: (name: string) => boolean,
  isRunning: (processId: number) => boolean,
): void {
  for (const found of readdirSync(directory)) {
    const [, file = "", writer = ""] = /^(.+)\.(\d+)-\w+\.tmp$/.exec(found) ?? [];
    if (isOwn(file) && !isRunning(Number(writer))) discard(join(directory, found));
  }
}

/**
 * Follows a link, for example into a repository of dotfiles. Throws `storage` for a link into another user's directory,
 * because that user could replace the file.
 */
function ownTarget(file: string): string {
  try {
    const target = followLinks(file);
    const isOwn = target === file || statSync(dirname(target)).uid === statSync(dirname(file)).uid;
    if (isOwn) return target;
    throw storageError(`${file} is a link into ${dirname(target)}, which belongs to another user; move the link away.`);
  } catch (error) {
    throw isDailyleetError(error) ? error : cannot("write", file, error);
  }
}

interface Replacement {
  /** The exact mode. Without it, the mode is `mode` narrowed by the umask. */
  readonly keptMode?: number;
  readonly processId?: number | undefined;
}

function replaceFile(file: string, text: string, mode: number, { keptMode, processId = 0 }: Replacement = {}): void {
  const temporary = `${file}.${processId}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    // 'wx' fails if a file or a link of another user is in the way.
    writeFileSync(temporary, text, { flag: "wx", mode, flush: true });
    if (keptMode !== undefined) setMode(temporary, keptMode);
    renameSync(temporary, file);
    syncDirectory(dirname(file));
  } catch (error) {
    discard(temporary);
    throw cannot("write", file, error);
  }
}

/**
 * Writes to a path that the person gave. Replaces a file atomically; keeps links; writes to a pipe or a device such as
 * `/dev/stdout`. Only the person can read a `private` file. A `public` file keeps the mode of the replaced file, or
 * follows the umask. Throws `usage` for an empty path, and `storage`.
 */
export function writeNamed(file: string, text: string, readers: "private" | "public"): void {
  requireName(file);
  const mode = readers === "public" ? PUBLIC_MODE : FILE_MODE;
  try {
    const target = statSync(file, { throwIfNoEntry: false });
    if (target && !target.isFile()) writeFileSync(file, text, { mode });
    else if (target && readers === "public")
      replaceFile(followLinks(file), text, FILE_MODE, { keptMode: target.mode & 0o777 });
    else replaceFile(followLinks(file), text, mode);
  } catch (error) {
    throw isDailyleetError(error) ? error : cannot("write", file, error);
  }
}

/** Deletes a file or the target of a link, with temporary files of killed processes. Throws `storage`. */
export function removePrivate(file: string): void {
  try {
    const target = ownTarget(file);
    const directory = dirname(target);
    const remains = readdirSync(directory).filter(
      (name) => name.startsWith(`${basename(target)}.`) && name.endsWith(".tmp"),
    );
    for (const name of [basename(target), ...remains]) rmSync(join(directory, name), { force: true });
    syncDirectory(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw isDailyleetError(error) ? error : cannot("delete", file, error);
  }
}

/** Makes a rename durable. Windows can't sync directories, so those errors are ignored. */
function syncDirectory(directory: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(directory, "r");
    fsyncSync(descriptor);
  } catch (error) {
    if (!["EPERM", "EISDIR", "EACCES"].includes(codeOf(error))) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function cannot(verb: string, path: string, cause: unknown): DailyleetError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(codeOf(cause));
  const advice = isFull ? "free some space or choose another place" : "check the path and its permissions";
  return storageError(`Can't ${verb} ${path} (${reasonOf(cause)}); ${advice}.`, cause);
}

/** Writes to a cache; ignores a full disk and a busy database. */
export function cacheIfPossible(keep: () => void): void {
  try {
    keep();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
  }
}

const CHUNK = 65_536;

/** Reads at most `length` bytes, because a device may have no end. */
export function readBeginning(file: string | number, length: number): Buffer {
  const descriptor = typeof file === "string" ? openSync(file, "r") : file;
  try {
    const chunks: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, left));
      const count = readSome(descriptor, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      left -= count;
    }
    return Buffer.concat(chunks);
  } finally {
    if (descriptor !== file) closeSync(descriptor);
  }
}

/** Waits while a non-blocking stream has no data. Returns 0 at the end. */
function readSome(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      // Windows reports the end of a pipe as an error.
      if (codeOf(error) === "EOF") return 0;
      if (codeOf(error) !== "EAGAIN") throw error;
      waitAMoment();
    }
  }
}

/** In place of a file's name: stdin or stdout. */
export const STREAM = "-";

export function streamName(file: string): string {
  return file === STREAM ? "stdin" : file;
}

/** Throws `usage` for an empty name, as from an unset variable in a script. */
export function requireName(file: string): void {
  if (file === "") throw usageError("The name of the file or directory is empty; give one.");
}

/** Reads at most `length` bytes of a file or stdin. Throws `usage` and `storage`. */
export function readFrom(context: Context, file: string, length: number): Buffer {
  requireName(file);
  try {
    return file === STREAM ? context.readStdin(length) : readBeginning(file, length);
  } catch (error) {
    throw cannot("read", streamName(file), error);
  }
}
