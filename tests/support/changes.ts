import {
  type Change,
  type Mark,
  type MarkChange,
  markCell,
  type PendingChange,
  type SettingChange,
  type SourceNumber,
  settingCell,
  type TickChange,
  tickCell,
} from "@dailyleet/core";

export function tick(year: number, day: number, source: SourceNumber, state = true): TickChange {
  return { ...tickCell(year, day, source), state };
}

export function mark(question: string, state: Mark, date = "2026-03-05"): MarkChange {
  return { ...markCell(question, date), state };
}

export function setting(key: string, state: string, part?: string): SettingChange {
  return { ...settingCell(key, part), state };
}

/** Changes in the form that an outbox takes. */
export function pending(...changes: readonly Change[]): PendingChange[] {
  return changes.map((change) => ({ change }));
}
