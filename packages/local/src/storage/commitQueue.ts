import { type DocumentWrite, hasCode } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { type CommitResult, commitWrites } from "./documents.ts";

interface Waiting {
  readonly uid: string;
  readonly writes: readonly DocumentWrite[];
  readonly nowMs: number;
  resolve(result: CommitResult): void;
  reject(error: unknown): void;
}

/** As `commitWrites`, in a moment. */
export type Commit = (uid: string, writes: readonly DocumentWrite[], nowMs: number) => Promise<CommitResult>;

/** Commits that arrive at the same time share one transaction, and so one wait for the disk. */
export function createCommitQueue(database: Database): Commit {
  let waiting: Waiting[] = [];

  const make = (commits: readonly Waiting[]): void => {
    const results = database.transaction(() =>
      commits.map(({ uid, writes, nowMs }) => commitWrites(database, uid, writes, nowMs)),
    );
    for (const [index, { resolve }] of commits.entries()) resolve(results[index] as CommitResult);
  };
  const settle = (commits: readonly Waiting[]): void => {
    try {
      make(commits);
    } catch (error) {
      // One that fails, on a damaged document say, must not fail the others. Where somebody else holds the database all
      // have waited for it.
      if (commits.length > 1 && !hasCode(error, "busy")) for (const commit of commits) settle([commit]);
      else for (const { reject } of commits) reject(error);
    }
  };
  const settleAll = (): void => {
    const commits = waiting;
    waiting = [];
    settle(commits);
  };

  return (uid, writes, nowMs) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(settleAll);
      waiting.push({ uid, writes, nowMs, resolve, reject });
    });
}
