import {
  booleanValue,
  type CivilDate,
  DAYS_PER_YEAR,
  type DayNumber,
  type Fields,
  integerValue,
  mapValue,
  SOURCE_NUMBERS,
  type SourceNumber,
  type TickChange,
  type Value,
} from "@dailyleet/core";
import { tick } from "../../support/changes.ts";
import { today } from "../../support/today.ts";

export const THIS_YEAR = today.year;
export const TODAY: CivilDate = { year: THIS_YEAR, month: 11, day: 20 };
export const NEW_YEAR: CivilDate = { year: THIS_YEAR + 1, month: 1, day: 1 };

export function change(day: DayNumber, source: SourceNumber, done = true, year = THIS_YEAR): TickChange {
  return tick(year, day, source, done);
}

export function dayOf(...sources: SourceNumber[]): Value {
  return mapValue(Object.fromEntries(sources.map((source) => [source, booleanValue(true)])));
}

export function yearOf(year: number): Fields {
  return { year: integerValue(year) };
}

export function allCells(days: number, done = true): TickChange[] {
  const numbers = Array.from({ length: days }, (_, index) => index + 1);
  return numbers.flatMap((day) => SOURCE_NUMBERS.map((source) => change(day, source, done)));
}

export const FULL_YEAR: Fields = {
  ...Object.fromEntries(Array.from({ length: DAYS_PER_YEAR }, (_, index) => [index + 1, dayOf(...SOURCE_NUMBERS)])),
  ...yearOf(THIS_YEAR),
};

/** Unexpected content that a document may hold: keys of a later version, a day that is no map, an unknown source. */
export const WITH_UNKNOWN_KEYS: Fields = {
  ...yearOf(THIS_YEAR),
  "12": dayOf(2, 3),
  "13": { stringValue: "no day" },
  "14": mapValue({ "3": booleanValue(true), "9": { stringValue: "a later version's" } }),
  "366": dayOf(1),
  "a `quoted` \\ key": mapValue({ inner: integerValue(7) }),
  empty: mapValue({}),
  note: { stringValue: "keep me" },
};
