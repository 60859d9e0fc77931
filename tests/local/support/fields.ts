import { booleanValue, type DocumentWrite, type Fields, mapValue, openPath } from "@dailyleet/core";

export const dayOf = (...sources: number[]): Fields[string] =>
  mapValue(Object.fromEntries(sources.map((source) => [source, booleanValue(true)])));

export function cellWrite(uid: string, day: number, source: number, done = true): DocumentWrite {
  return {
    path: openPath(uid),
    fields: { [day]: mapValue({ [source]: booleanValue(done) }) },
    mask: [[String(day), String(source)]],
  };
}
