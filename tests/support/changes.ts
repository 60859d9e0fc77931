import {
  type Change,
  type Mark,
  type MarkChange,
  markCell,
  type PendingChange,
  type SourceNumber,
  type TickChange,
  tickCell,
} from "@dailyleet/core";

export function tick(year: number, day: number, source: SourceNumber, state = true): TickChange {
  return { ...tickCell(year, day, source), state };
}

export function mark(question: string, state: Mark, date = "2026-03-05"): MarkChange {
  return { ...markCell(question, date), state };
}

/** As an outbox takes them. */
export function pending(...changes: readonly Change[]): PendingChange[] {
  return changes.map((change) => ({ change }));
}
