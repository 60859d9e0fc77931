import { DailyleetError, hasCode } from "../errors.ts";
import { affectedKeys } from "../firestore/diff.ts";
import { type Fields, integerValue, readMap } from "../firestore/value.ts";
import type { PersonStore, YearDocument } from "../ports.ts";
import { isDayName, MAX_CHANGED_DAYS } from "../rules/documentRules.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { dayTicks, splitByDays, type TickChange } from "../ticks/ticks.ts";

/**
 * Archives the open document of an earlier year and starts `year`. Does not read the archive first: the commit has the
 * condition that there is none, which is nearly always so. Rejects as the store does, and with `refused` for a day with
 * contents that this program cannot merge.
 */
export async function closeYear(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  try {
    return await store.close(open, null, { year: integerValue(year) });
  } catch (error) {
    if (!hasCode(error, "conflict")) throw error;
    return closeIntoArchive(store, open, year);
  }
}

/**
 * Archives into an archive that exists: a backup was restored, or another program wrote it. First makes the days that are
 * in both documents equal by ordinary ticks, so that a crash loses nothing; a cell is done if it is done in either.
 */
async function closeIntoArchive(store: PersonStore, open: YearDocument, year: number): Promise<YearDocument> {
  if (open.year === null) throw new Error("this document has no year");
  const archive = await store.readClosed(open.year);
  // Another device may have closed the year meanwhile, and with it changed the open document.
  if ((await store.readOpen()).version !== open.version) throw overtaken();
  const cells = cellsToAgreeOn(open, archive);
  const [mine, other] = [await withCells(store, open, cells), await withCells(store, archive, cells)];
  return store.close(mine, other, { ...unsettledKeys(mine.fields, other.fields), year: integerValue(year) });
}

const overtaken = () => new DailyleetError("conflict", "The year was closed by another device meanwhile.");

/** Fields other than days that differ in the archive. They stay in the open document, so that nothing is lost. */
function unsettledKeys(open: Fields, archive: Fields): Fields {
  const different = affectedKeys(open, archive);
  const isUnsettled = (name: string) => name in archive && different.has(name) && !isDayName(name);
  return Object.fromEntries(Object.entries(open).filter(([name]) => name !== "year" && isUnsettled(name)));
}

/** Every cell of the days that are in both documents and differ. */
function cellsToAgreeOn(open: YearDocument, archive: YearDocument): TickChange[] {
  const different = affectedKeys(open.fields, archive.fields);
  const shared = [...different].filter((name) => isDayName(name) && name in open.fields && name in archive.fields);
  return shared.flatMap((name) => dayToAgreeOn(open, archive, Number(name)));
}

function dayToAgreeOn(open: YearDocument, archive: YearDocument, day: number): TickChange[] {
  const year = open.year ?? 0;
  if ([open, archive].some(({ fields }) => hasForeignCells(fields, day))) {
    throw new DailyleetError(
      "refused",
      `The year ${year} cannot be closed: day ${day} of it is stored twice, with contents that this program does not know; ask whoever runs the site to look at it.`,
    );
  }
  const [mine, other] = [dayTicks(open.ticks, day), dayTicks(archive.ticks, day)];
  const known = SOURCE_NUMBERS.filter((source) => source in mine || source in other);
  // The day has no cell in either and differs: in one of them it is no map.
  const sources = known.length > 0 ? known : SOURCE_NUMBERS.slice(0, 1);
  return sources.map((source) => ({ year, day, source, done: mine[source] === true || other[source] === true }));
}

function hasForeignCells(fields: Fields, day: number): boolean {
  const names: readonly string[] = SOURCE_NUMBERS.map(String);
  return Object.keys(readMap(fields[day]) ?? {}).some((name) => !names.includes(name));
}

async function withCells(store: PersonStore, document: YearDocument, cells: readonly TickChange[]) {
  const missing = cells.filter(({ day, source, done }) => document.ticks[day]?.[source] !== done);
  let current = document;
  for (const batch of splitByDays(missing, MAX_CHANGED_DAYS)) current = await store.save(current, batch);
  return current;
}
