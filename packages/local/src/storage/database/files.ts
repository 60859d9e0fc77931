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
import { dirname, resolve } from "node:path";
import { codeOf } from "@dailyleet/core";
import { guarded, storage } from "./errors.ts";

/**
 * Sees to it that the file exists, is a file and is the owner's alone. SQLite gives its side files (-wal, -shm)
 * the mode of the main one.
 */
export function ensurePrivateFile(file: string): void {
  guarded(file, () => {
    if (statPrivately(file) !== null) return;
    try {
      // Only ever a new file: closing a second handle would drop the locks that this process holds on the file.
      createPrivateFile(file);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  });
}

/**
 * What is there under this name, closed to other users; null for nothing. Throws for what is not a file: behind a link
 * it would be another file that is closed.
 */
export function statPrivately(file: string): Stats | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw storage(file, "is not a file", "move it away");
  if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  return found;
}

/** Makes the file, empty, with the directories above it. Throws when it is there already. */
export function createPrivateFile(file: string): void {
  makeDirectories(dirname(file), 0o700);
  closeSync(openSync(file, "wx", 0o600));
}

/** Deletes a file that is of no use any more. Where that fails it does no harm. */
export function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A disk that fails, or another process of Windows that has it open.
  }
}

/** Where a link leads, also one whose target does not exist; any other path as it is. Throws for a ring of links. */
export function followLinks(file: string): string {
  statSync(file, { throwIfNoEntry: false });
  for (let path = file; ; ) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    path = resolve(dirname(path), readlinkSync(path));
  }
}

/**
 * Makes a directory and those above it, as `mkdirSync` does with `recursive`, and returns the first that was not there.
 * That goes round for ever where a directory takes no other and calls it 'no such file or directory', as /proc does, and
 * a home that is mounted on demand.
 */
export function makeDirectories(directory: string, mode?: number): string | undefined {
  if (existsSync(directory)) return undefined;
  const above = dirname(directory);
  const first = above === directory ? undefined : makeDirectories(above, mode);
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process was faster, or it is a link that leads nowhere: what is made in it says so.
    if (codeOf(error) === "EEXIST") return first;
    throw error;
  }
  return first ?? directory;
}
