import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { guarded, storage } from "./errors.ts";

/**
 * Sees to it that the file exists, is a file and is the owner's alone. SQLite gives its side files (-wal, -shm)
 * the mode of the main one.
 */
export function ensurePrivateFile(file: string): void {
  guarded(file, () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) create(file);
    else if (!found.isFile()) throw storage(file, "is not a file but something else of that name", "move that away");
    else if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  });
}

function create(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // Only ever a new file: closing a second handle would drop the locks that this process holds on the file.
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
