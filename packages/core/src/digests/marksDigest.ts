import { own } from "../firestore/diff.ts";
import { type Fields, mapValue, readMap } from "../firestore/value.ts";
import { readMarks } from "../practice/marks.ts";
import { describeScheduler, type Standing, type Standings, standingsOf } from "../practice/schedule.ts";
import type { Digested } from "./digested.ts";

/** As JSON: whose answer it is, and of each question its key, count, interval and due day. */
interface Digest {
  readonly scheduler: string;
  readonly standings: readonly (readonly [string, number, number, number])[];
}

/**
 * What the marks of a document come to, so that who asks what is due need not replay them all. Of the document that it
 * is made from `before` and its digest may be known: then a question whose marks are the same object is not replayed.
 */
export function digestMarks(fields: Fields, before: Digested | null): string {
  const kept = before && readMarksDigest(before.digest);
  const [was, now] = [readMap(before?.fields.marks) ?? {}, readMap(fields.marks) ?? {}];
  const isKept = (question: string) => kept !== null && own(was, question) === own(now, question);
  const changed = Object.fromEntries(Object.entries(now).filter(([question]) => !isKept(question)));
  const standings: Standings = new Map([
    ...[...(kept ?? [])].filter(([question]) => isKept(question)),
    ...standingsOf(readMarks({ marks: mapValue(changed) })),
  ]);
  const rows = Array.from(standings, ([question, { count, interval, dueDay }]) => {
    return [question, count, interval, dueDay] as const;
  });
  return JSON.stringify({ scheduler: describeScheduler(), standings: rows } satisfies Digest);
}

/** Null for a text that is no such digest, and for one of another scheduler, which would name other days. */
export function readMarksDigest(text: string): Standings | null {
  try {
    const { scheduler, standings } = JSON.parse(text) as Digest;
    if (scheduler !== describeScheduler()) return null;
    return new Map(standings.map(([question, ...numbers]) => [question, readStanding(numbers)]));
  } catch {
    return null;
  }
}

function readStanding(numbers: readonly number[]): Standing {
  if (numbers.length !== 3 || !numbers.every(Number.isSafeInteger)) throw new Error("no standing");
  const [count = 0, interval = 0, dueDay = 0] = numbers;
  return { count, interval, dueDay };
}
