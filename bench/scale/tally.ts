import type { Change } from "@dailyleet/core";

/** Why a document was read. */
export type ReadCause = "opening" | "saving" | "watching";

export type Kind = "ticks" | "marks";

export type Tally = ReturnType<typeof createTally>;

/** Counts of all people's clicks and reads. */
export function createTally() {
  const none = (): Record<ReadCause, number> => ({ opening: 0, saving: 0, watching: 0 });
  return {
    openings: 0,
    clicks: { ticks: 0, marks: 0 },
    /** Clicks that follow each other within seconds are one burst. */
    bursts: { ticks: 0, marks: 0 },
    /** Documents read. */
    reads: { ticks: none(), marks: none() },
    /** The last change of each cell, by uid and cell. */
    made: new Map<string, Map<string, Change>>(),
  };
}
