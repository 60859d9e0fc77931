import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf } from "@dailyleet/core";
import { guarded, isBusy, storage } from "./errors.ts";

/** Makes sure that the file exists and is private. SQLite gives its side files (-wal, -shm) the mode of the main one. */
export function ensurePrivateFile(file: string): void {
  guarded(file, () => {
    if (statPrivately(file) !== null) return;
    try {
      // Never open an existing file: closing a second handle drops this process's locks on it.
      createPrivateFile(file);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  });
}

/** Makes the file private and stats it; null if there is no file. Throws for anything but a plain file. */
export function statPrivately(file: string): Stats | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw storage(file, "is not a file", "move it away");
  if ((found.mode & 0o077) !== 0) setMode(file, 0o600);
  return found;
}

/** Sets the mode of a file. Does nothing on a network or foreign file system that doesn't permit it. */
export function setMode(file: string, mode: number): void {
  try {
    chmodSync(file, mode);
  } catch (error) {
    if (!["EPERM", "EACCES", "EROFS", "ENOSYS", "ENOTSUP"].includes(codeOf(error))) throw error;
  }
}

/** Whether files in the directory can be made private; true also if no file can be made to try it. */
export function keepsModes(directory: string): boolean {
  return trial(directory, (file) => {
    chmodSync(file, 0o600);
    return (statSync(file).mode & 0o077) === 0;
  });
}

/** Whether SQLite can lock files in the directory; true also if no file can be made to try it. */
export function canLock(directory: string): boolean {
  return trial(directory, (file) => {
    const connection = new DatabaseSync(file);
    try {
      connection.exec("BEGIN EXCLUSIVE");
      return true;
    } catch (error) {
      return !isBusy(error);
    } finally {
      connection.close();
    }
  });
}

/** The result of `succeeds` for a new private file; false if it throws, true if no file can be made. */
function trial(directory: string, succeeds: (file: string) => boolean): boolean {
  const file = join(directory, `trial-${Math.random().toString(36).slice(2)}.tmp`);
  try {
    createPrivateFile(file);
  } catch {
    return true;
  }
  try {
    return succeeds(file);
  } catch {
    return false;
  } finally {
    discard(file);
  }
}

/** Makes an empty file and the directories above it. Throws if the file exists. */
export function createPrivateFile(file: string): void {
  makeDirectories(dirname(file), 0o700);
  closeSync(openSync(file, "wx", 0o600));
}

/** Deletes a file or directory if possible; a remaining one does no harm. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The disk fails, or on Windows another process has the file open.
  }
}

/** Resolves symbolic links, also dangling ones. Throws for a loop of links. */
export function followLinks(file: string): string {
  statSync(file, { throwIfNoEntry: false });
  for (let path = file; ; ) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    path = resolve(dirname(path), readlinkSync(path));
  }
}

/**
 * Makes a directory and its parents and returns the first new one, as `mkdirSync` does with `recursive`. But `mkdirSync`
 * never returns if an existing parent answers ENOENT, as /proc and automounted homes do.
 */
export function makeDirectories(directory: string, mode?: number): string | undefined {
  if (existsSync(directory)) return undefined;
  const above = dirname(directory);
  const first = above === directory ? undefined : makeDirectories(above, mode);
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process was faster; or the name is a dangling link, and the next use of the directory fails.
    if (codeOf(error) === "EEXIST") return first;
    throw error;
  }
  return first ?? directory;
}
