import type { Change } from "@dailyleet/core";

/** Why a document was read. */
export type ReadCause = "opening" | "saving" | "watching";

export type Kind = "ticks" | "marks";

/** What the devices of all people did and asked for. */
export interface Tally {
  openings: number;
  /** Ticks and marks that somebody made. */
  readonly clicks: Record<Kind, number>;
  /** Those that followed each other within seconds are one. */
  readonly bursts: Record<Kind, number>;
  /** Documents. */
  readonly reads: Record<Kind, Record<ReadCause, number>>;
  /** Cells that somebody ticked or marked, by person. */
  readonly made: Map<string, Map<string, Change>>;
}

export function createTally(): Tally {
  const none = () => ({ opening: 0, saving: 0, watching: 0 });
  return {
    openings: 0,
    clicks: { ticks: 0, marks: 0 },
    bursts: { ticks: 0, marks: 0 },
    reads: { ticks: none(), marks: none() },
    made: new Map(),
  };
}
