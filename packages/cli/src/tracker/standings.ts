import type { Marks, Standings } from "@dailyleet/core";

const NOTHING_MARKED: Standings = new Map();

/** What marks come to, by their digest where there is one, and else by the marks themselves. Rejects as `read` does. */
export async function readStandings(digest: string | null, read: () => Promise<Marks>): Promise<Standings> {
  const marks = digest === null ? await read() : null;
  if (marks !== null && Object.keys(marks).length === 0) return NOTHING_MARKED;
  const { readMarksDigest, standingsOf } = await import("../parts/questions.ts");
  return (digest !== null && readMarksDigest(digest)) || standingsOf(marks ?? (await read()));
}
