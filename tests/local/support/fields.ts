import { booleanValue, closedPath, type DocumentWrite, type Fields, mapValue, openPath } from "@dailyleet/core";

/** A day in which these sources are done. */
export const dayOf = (...sources: number[]): Fields[string] =>
  mapValue(Object.fromEntries(sources.map((source) => [source, booleanValue(true)])));

/** Writes one cell, as a tick does. */
export function cellWrite(uid: string, day: number, source: number, done = true): DocumentWrite {
  return {
    path: openPath(uid),
    fields: { [day]: mapValue({ [source]: booleanValue(done) }) },
    mask: [[String(day), String(source)]],
  };
}

/** Archives `fields` as `year` and starts the next year empty. */
export function closingWrites(uid: string, year: number, fields: Fields): DocumentWrite[] {
  return [
    { path: closedPath(uid, year), fields, precondition: { exists: false } },
    { path: openPath(uid), fields: { year: { integerValue: String(year + 1) } } },
  ];
}
