import {
  addDays,
  type CivilDate,
  cellKey,
  epochDay,
  isSourceNumber,
  MONTH_LENGTHS,
  type SourceNumber,
  toggle,
} from "@dailyleet/core";
import type { Pressed } from "./jobs.ts";
import type { Key } from "./keys.ts";
import { isSaving, selectedCell, shownTicks, type UiState } from "./state.ts";

const FIRST: CivilDate = { year: 1970, month: 1, day: 1 };

/** A column is a week and a row a weekday, so that is what the arrows go by. */
const STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, left: -7, h: -7, right: 7, l: 7 };

export function pressCalendar(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = STEPS[text];
  if (step !== undefined) return select(state, addDays(state.selected, step));
  if (text === "t") return select(state, state.today);
  if (text === "<" || text === ",") return select(state, inYear(state.selected, state.selected.year - 1));
  if (text === ">" || text === ".") return select(state, inYear(state.selected, state.selected.year + 1));
  const source = Number(text);
  return isSourceNumber(source) ? toggleSource(state, source) : { state };
}

/** Nothing is kept of days before 1970 and of years that have not begun. */
function select(state: UiState, date: CivilDate): Pressed {
  const isThere = epochDay(date) >= epochDay(FIRST) && date.year <= state.today.year;
  if (!isThere) return { state };
  const { year } = date;
  const next = { ...state, selected: date };
  if (state.years[year] || state.reading.includes(year)) return { state: next };
  return { state: { ...next, reading: [...state.reading, year] }, job: { kind: "read", year } };
}

/** The same day of another year; 28 February for the 29th where there is none. */
function inYear({ month, day }: CivilDate, year: number): CivilDate {
  const length = MONTH_LENGTHS[month - 1] ?? day;
  return { year, month, day: Math.min(day, length) };
}

/** What is not read yet, or on its way, stays as it is. */
function toggleSource(state: UiState, source: SourceNumber): Pressed {
  const cell = selectedCell(state, source);
  if (state.years[cell.year] === undefined || isSaving(state, cell)) return { state };
  const change = toggle(shownTicks(state), cell);
  return {
    state: { ...state, saving: [...state.saving, cellKey(change)] },
    job: { kind: "change", verb: change.done ? "tick" : "untick", change },
  };
}
