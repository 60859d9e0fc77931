import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { DailyleetError, hasCode } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { guarded, unlockable } from "./database/errors.ts";
import { canLock, discard, ensurePrivateFile } from "./database/files.ts";

/** What the holder is doing, as errors say it. */
const DOING = { flush: "sending changes", token: "changing the sign-in", settings: "changing the settings" };

const POLL_MS = 20;

/**
 * Runs `work` while no other holder of this lock runs, in this process or another. The lock is an exclusive SQLite
 * transaction on a file of its own, so the operating system releases it however the process ends; no lease, process
 * number or clock can be wrong. Throws `busy` when the lock is not free within `waitMs`, and `storage`
 * where the file system has no locks.
 */
export async function withLock<T>(
  { file: databaseFile }: Pick<Database, "file">,
  name: keyof typeof DOING,
  work: () => Promise<T>,
  waitMs = 30_000,
): Promise<T> {
  const file = `${databaseFile}-${name}.lock`;
  const deadlineMs = performance.now() + waitMs;
  let lock = tryAcquire(file);
  if (lock === null && !canLock(dirname(file))) throw unlockable(databaseFile);
  while (lock === null) {
    if (performance.now() >= deadlineMs) {
      throw new DailyleetError("busy", `Another dailyleet is still ${DOING[name]}; try again when it has ended.`);
    }
    await delay(POLL_MS);
    lock = tryAcquire(file);
  }
  try {
    return await work();
  } finally {
    discard(file);
    lock.close();
  }
}

/** Null while another holder has the lock, or has just removed its file. */
function tryAcquire(file: string): DatabaseSync | null {
  ensurePrivateFile(file);
  const inode = inodeOf(file);
  const lock = guarded(file, () => new DatabaseSync(file));
  const isRemoved = () => inodeOf(file) !== inode;
  try {
    // A journal in memory needs no room on a full disk.
    guarded(file, () => lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"));
    if (!isRemoved()) return lock;
  } catch (error) {
    if (!hasCode(error, "busy") && !isRemoved()) {
      lock.close();
      throw error;
    }
  }
  lock.close();
  return null;
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
