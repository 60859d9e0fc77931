import { type Config, type DailyleetError, sendable } from "@dailyleet/core";
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
    const before = (await replica.unsent()).length;
    const { error } = await replica.sync({ isRetry: true });
    const left = await replica.unsent();
    const waiting = sendable(left).length;
    return { sent: Math.max(0, before - left.length), waiting, refused: left.length - waiting, error };
  } finally {
    database.close();
  }
}
