/** Why a document was read. */
export type ReadCause = "opening" | "saving" | "watching";

/** What the devices of all people did and asked for. */
export interface Tally {
  openings: number;
  clicks: number;
  bursts: number;
  readonly reads: Record<ReadCause, number>;
  /** Cells that somebody ticked, by person. */
  readonly ticked: Map<string, Set<string>>;
}

export function createTally(): Tally {
  return { openings: 0, clicks: 0, bursts: 0, reads: { opening: 0, saving: 0, watching: 0 }, ticked: new Map() };
}
