import type { Change } from "@dailyleet/core";

/** Why a document was read. */
export type ReadCause = "opening" | "saving" | "watching";

export type Kind = "ticks" | "marks";

export type Tally = ReturnType<typeof createTally>;

/** What the devices of all people did and asked for. */
export function createTally() {
  const none = (): Record<ReadCause, number> => ({ opening: 0, saving: 0, watching: 0 });
  return {
    openings: 0,
    /** Ticks and marks that somebody made. */
    clicks: { ticks: 0, marks: 0 },
    /** Those that followed each other within seconds are one. */
    bursts: { ticks: 0, marks: 0 },
    /** Documents. */
    reads: { ticks: none(), marks: none() },
    /** Cells that somebody ticked or marked, by person. */
    made: new Map<string, Map<string, Change>>(),
  };
}
