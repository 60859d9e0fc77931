import { existsSync, renameSync } from "node:fs";
import { connect } from "./connection.ts";
import { guarded } from "./errors.ts";
import { createPrivateFile, discard, ensurePrivateFile } from "./files.ts";
import { migrated } from "./schema.ts";

const SIDE_FILES = ["", "-journal", "-wal", "-shm"];

/**
 * Makes a new database that appears whole or not at all: an empty file in its place is never one of ours that was
 * begun. Of several processes one makes it, the others wait.
 */
export function createDatabase(file: string, name: string): void {
  const lockFile = `${file}-new.lock`;
  ensurePrivateFile(lockFile);
  const lock = connect(lockFile, { name });
  try {
    lock.transaction(() => {
      if (!existsSync(file)) guarded(name, () => makeWhole(file, name));
    });
  } finally {
    lock.close();
    // Whoever waits for it, or makes another one, finds the database.
    discard(lockFile);
  }
}

function makeWhole(file: string, name: string): void {
  const unfinished = `${file}.new`;
  discardAll(unfinished);
  try {
    createPrivateFile(unfinished);
    migrated(connect(unfinished, { name })).close();
    // The first commit makes the new name durable too: it synchronises the directory of its log.
    renameSync(unfinished, file);
  } catch (error) {
    discardAll(unfinished);
    throw error;
  }
}

function discardAll(unfinished: string): void {
  for (const end of SIDE_FILES) discard(unfinished + end);
}
