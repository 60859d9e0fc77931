import type { Pace } from "./schedule.ts";

/** How a replica that lives for long spares the server. */
export interface SyncPolicy {
  /** How often a page that is seen looks for other devices' ticks besides at focus. */
  readonly rereadMs: number;
  /** How long what a page has read is good enough when it comes into view, for somebody with no other device in use. */
  readonly glanceMs: number;
  /** Within which time the pages that are open over New Year's midnight begin the new year on the server. */
  readonly newYearMs: number;
  /** For how long the copy of a year that is over is good enough for what is counted over all years. */
  readonly copyMs: number;
  readonly pace?: Pace;
}

export const LOCAL_POLICY: SyncPolicy = { rereadMs: 60_000, glanceMs: 0, newYearMs: 0, copyMs: 0 };
/** Each read and write is billed, and Firestore takes one write a second to a document for long. */
export const CLOUD_POLICY: SyncPolicy = {
  rereadMs: 14_400_000,
  glanceMs: 600_000,
  newYearMs: 600_000,
  copyMs: 7 * 86_400_000,
  pace: { quietMs: 3_000, burstMs: 15_000 },
};
