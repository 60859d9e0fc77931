import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { DailyleetError, hasCode } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { guarded } from "./database/errors.ts";
import { ensurePrivateFile } from "./database/files.ts";

/** The holder's work, for an error's words. */
const DOING = { flush: "sending changes", token: "changing the sign-in" };

const POLL_MS = 20;

/**
 * Runs `work` while no other holder of this lock runs, in this process or another. The lock is an exclusive SQLite
 * transaction on a file of its own, so the operating system releases it however the process ends; no lease, process
 * number or clock can be wrong. Throws `busy` when the lock is not free within `waitMs`.
 */
export async function withLock<T>(
  database: Database,
  name: keyof typeof DOING,
  work: () => Promise<T>,
  waitMs = 30_000,
): Promise<T> {
  const file = `${database.file}-${name}.lock`;
  ensurePrivateFile(file);
  const lock = guarded(file, () => new DatabaseSync(file));
  const deadlineMs = performance.now() + waitMs;
  try {
    while (!tryAcquire(lock, file)) {
      if (performance.now() >= deadlineMs) {
        throw new DailyleetError("busy", `Another dailyleet is still ${DOING[name]}; try again when it has ended.`);
      }
      await delay(POLL_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryAcquire(lock: DatabaseSync, file: string): boolean {
  try {
    guarded(file, () => lock.exec("BEGIN EXCLUSIVE"));
    return true;
  } catch (error) {
    if (hasCode(error, "busy")) return false;
    throw error;
  }
}
