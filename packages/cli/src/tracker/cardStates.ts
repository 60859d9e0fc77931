import type { CardStates, Marks } from "@dailyleet/core";

const NOTHING_MARKED: CardStates = new Map();

/**
 * What the marks that `read` finds come to. `cache` keeps that by the version of their document, because all marks of
 * some years take a tenth of a second to replay.
 */
export async function readCardStates(
  read: () => Promise<{ readonly marks: Marks; readonly version: string | null }>,
  cache: { read(): string | null; keep(version: string, value: string): void } | null,
): Promise<CardStates> {
  const kept = cache?.read() ?? null;
  const found = kept === null ? await read() : null;
  if (found !== null && Object.keys(found.marks).length === 0) return NOTHING_MARKED;
  const { cardStatesOf, formatCardStates, parseCardStates } = await import("../parts/questions.ts");
  const known = kept === null ? null : parseCardStates(kept);
  if (known !== null) return known;
  const { marks, version } = found ?? (await read());
  const cardStates = cardStatesOf(marks);
  if (version !== null) cache?.keep(version, formatCardStates(cardStates));
  return cardStates;
}
