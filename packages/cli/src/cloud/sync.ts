import type { Config, DailyleetError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { openCloud } from "./cloud.ts";

export interface SyncResult {
  readonly sent: number;
  readonly waiting: number;
  /** Changes that the database will not take; they are kept. */
  readonly refused: number;
  /** Why not all were sent. */
  readonly error: DailyleetError | null;
}

/** Sends what waits for who is signed in, and tries once more what was refused. */
export async function syncCloud(context: Context, config: Config): Promise<SyncResult> {
  const { replica, database } = await openCloud(context, config);
  try {
    await replica.load([]);
    const before = replica.pending().length;
    const { error } = await replica.sync({ isRetry: true });
    const { waiting, refused } = replica.status();
    return { sent: Math.max(0, before - waiting - refused), waiting, refused, error };
  } finally {
    database.close();
  }
}
