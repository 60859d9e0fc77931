import {
  booleanValue,
  createPersonStore,
  createReplica,
  type Fields,
  hasCode,
  mapValue,
  saveChanges,
  type Value,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { openYear, readYearDocument } from "../../../packages/core/src/store/years.ts";
import { openOutbox } from "../../local/support/database.ts";
import { pending } from "../../support/changes.ts";
import { countReads } from "../guardedStore.ts";
import type { NewPerson } from "./person.ts";
import { change, dayOf, FULL_YEAR, NEW_YEAR, THIS_YEAR, TODAY, WITH_UNKNOWN_KEYS, yearOf } from "./samples.ts";

const NO_DAY: Value = { stringValue: "no day" };
const UNTICKED = mapValue({ "4": booleanValue(false) });

export function describeYears(newPerson: NewPerson): void {
  test("opening writes nothing for a new person and nothing in the year in progress", async () => {
    const { store, line, plantOpen } = newPerson();
    expect(await openYear(store, TODAY)).toMatchObject({ table: THIS_YEAR, cells: {}, version: null });
    await plantOpen({ ...yearOf(THIS_YEAR), "5": dayOf(5) });
    expect(await openYear(store, TODAY)).toMatchObject({ table: THIS_YEAR, cells: { 5: { 5: true } } });
    expect(line.commits()).toBe(0);
  });

  test("a document from before the years gets the year of its last update and keeps all else", async () => {
    const { store, plantOpen, readOpen, serverYear } = newPerson();
    const { year: _, ...legacy } = WITH_UNKNOWN_KEYS;
    await plantOpen(legacy);
    expect((await openYear(store, { ...TODAY, year: serverYear })).table).toBe(serverYear);
    expect(await readOpen()).toEqual({ ...legacy, ...yearOf(serverYear) });
  });

  test("a document from before the years that is of an earlier year is stamped and then closed", async () => {
    const { store, plantOpen, readOpen, readClosed, serverYear } = newPerson();
    await plantOpen({ "64": dayOf(3) });
    await openYear(store, { ...NEW_YEAR, year: serverYear + 1 });
    expect(await readOpen()).toEqual(yearOf(serverYear + 1));
    expect(await readClosed(serverYear)).toEqual({ ...yearOf(serverYear), "64": dayOf(3) });
  });

  test.each([
    ["with unknown keys", WITH_UNKNOWN_KEYS],
    ["of 1,825 cells", FULL_YEAR],
    ["without a tick", yearOf(THIS_YEAR)],
  ])("closing a year %s archives exactly what it held", async (_, fields) => {
    const { store, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen(fields);
    expect(await openYear(store, NEW_YEAR)).toMatchObject({ table: NEW_YEAR.year, cells: {} });
    expect(await readClosed(THIS_YEAR)).toEqual(fields);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
  });

  test("two devices that meet the new year at once close the old one once", async () => {
    const { store, other, plantOpen, readClosed } = newPerson();
    const fields = { ...yearOf(THIS_YEAR), "365": dayOf(1, 2) };
    await plantOpen(fields);
    const [mine, yours] = await Promise.all([openYear(store, NEW_YEAR), openYear(other, NEW_YEAR)]);
    expect(mine).toEqual(yours);
    expect(await readClosed(THIS_YEAR)).toEqual(fields);
  });

  test("a year is closed by one read and one commit, since an archive that is not there need not be looked for", async () => {
    const { uid, line, plantOpen, readClosed } = newPerson();
    const fields = { ...yearOf(THIS_YEAR), "365": dayOf(1, 2) };
    await plantOpen(fields);
    const counted = countReads(line);
    await openYear(createPersonStore(counted, uid), NEW_YEAR);
    expect([counted.reads(), line.commits()]).toEqual([1, 1]);
    expect(await readClosed(THIS_YEAR)).toEqual(fields);
  });

  test("closing what another device has closed or changed is a conflict and archives nothing", async () => {
    const { store, other, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    const [stale, archive] = [await store.readOpen(), await store.readClosed(THIS_YEAR)];
    await other.save(stale, [change(2, 2)]);
    await expect(store.close(stale, archive, yearOf(NEW_YEAR.year))).rejects.toMatchObject({ code: "conflict" });
    expect(await readClosed(THIS_YEAR)).toBeNull();
    await openYear(other, NEW_YEAR);
    await saveChanges(other, [change(1, 5, true, NEW_YEAR.year)], NEW_YEAR);
    await expect(store.close(stale, archive, yearOf(NEW_YEAR.year))).rejects.toMatchObject({ code: "conflict" });
    expect(await readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), "1": dayOf(5) });
  });

  test("an archive that came in between is never replaced", async () => {
    const { store, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const [open, archive] = [
      { ...yearOf(THIS_YEAR), "1": dayOf(1) },
      { ...yearOf(THIS_YEAR), "2": dayOf(2) },
    ];
    await plantOpen(open);
    const [read, none] = [await store.readOpen(), await store.readClosed(THIS_YEAR)];
    await plantClosed(THIS_YEAR, archive);
    await expect(store.close(read, none, yearOf(NEW_YEAR.year))).rejects.toMatchObject({ code: "conflict" });
    expect([await readOpen(), await readClosed(THIS_YEAR)]).toEqual([open, archive]);
  });

  test("a year that has an archive already is closed into it, and every tick of either is there", async () => {
    const { store, line, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "5": dayOf(1), "6": dayOf(2), "7": NO_DAY, "8": dayOf(1), "9": UNTICKED });
    await plantClosed(THIS_YEAR, { "6": dayOf(2), "7": dayOf(3), "8": dayOf(2), "9": dayOf(4), "300": dayOf(5) });
    await saveChanges(store, [change(1, 1, true, NEW_YEAR.year)], NEW_YEAR);
    expect(await readClosed(THIS_YEAR)).toEqual({
      ...yearOf(THIS_YEAR),
      ...{ "5": dayOf(1), "6": dayOf(2), "7": dayOf(3), "8": dayOf(1, 2), "9": dayOf(4), "300": dayOf(5) },
    });
    expect(await readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), "1": dayOf(1) });
    expect(line.commits()).toBe(4);
  });

  test("a cell that was taken back in one document and never was in the other is not ticked by the closing", async () => {
    const { store, plantOpen, plantClosed, readClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "9": UNTICKED, "10": mapValue({}), "11": NO_DAY });
    await plantClosed(THIS_YEAR, { ...yearOf(THIS_YEAR), "9": mapValue({}), "10": UNTICKED, "11": mapValue({}) });
    const { table } = await openYear(store, NEW_YEAR);
    expect(table).toBe(NEW_YEAR.year);
    expect(await readClosed(THIS_YEAR)).toEqual({
      ...yearOf(THIS_YEAR),
      ...{ "9": UNTICKED, "10": UNTICKED, "11": mapValue({ "1": booleanValue(false) }) },
    });
  });

  test("a full year is closed into an archive that has something else on forty of its days", async () => {
    const { store, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const days = Array.from({ length: 40 }, (_, index) => String(index + 326));
    const forty = (value: Value) => Object.fromEntries(days.map((day) => [day, value]));
    await plantOpen({ ...FULL_YEAR, ...forty(dayOf(1, 2)) });
    await plantClosed(THIS_YEAR, { ...forty(dayOf(3, 4, 5)), ...yearOf(THIS_YEAR) });
    await openYear(store, NEW_YEAR);
    expect(await readClosed(THIS_YEAR)).toEqual(FULL_YEAR);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
  });

  test("a merging that was cut off anywhere goes on where it was, and loses nothing", async () => {
    const { store, other, line, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const days = (value: Value) => Object.fromEntries([1, 50, 100].map((day) => [String(day), value]));
    await plantOpen({ ...yearOf(THIS_YEAR), ...days(dayOf(1)) });
    await plantClosed(THIS_YEAR, { ...yearOf(THIS_YEAR), ...days(dayOf(2)) });
    for (let cuts = 0; cuts < 7; cuts++) {
      line.lose("answer");
      await expect(openYear(store, NEW_YEAR)).rejects.toMatchObject({ code: "unavailable" });
    }
    expect((await openYear(other, NEW_YEAR)).table).toBe(NEW_YEAR.year);
    expect(await readClosed(THIS_YEAR)).toEqual({ ...yearOf(THIS_YEAR), ...days(dayOf(1, 2)) });
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
  });

  test("unknown keys on which the archive differs stay where they are", async () => {
    const { store, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const text = (stringValue: string): Value => ({ stringValue });
    await plantOpen({ ...yearOf(THIS_YEAR), "5": dayOf(1), note: text("mine"), same: text("same") });
    await plantClosed(THIS_YEAR, { ...yearOf(THIS_YEAR), note: text("other"), same: text("same"), old: text("old") });
    await openYear(store, NEW_YEAR);
    expect(await readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), note: text("mine") });
    const archive = { ...yearOf(THIS_YEAR), "5": dayOf(1), note: text("other"), same: text("same"), old: text("old") };
    expect(await readClosed(THIS_YEAR)).toEqual(archive);
  });

  test("days that nobody can merge are told, once and for all, and changed by nothing", async () => {
    const { uid, store, line, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const foreign = (stringValue: string) => ({ ...yearOf(THIS_YEAR), "5": mapValue({ "9": { stringValue } }) });
    await plantOpen(foreign("a"));
    await plantClosed(THIS_YEAR, foreign("b"));
    const outbox = openOutbox();
    await outbox.put(uid, pending(change(1, 1, true, NEW_YEAR.year)));
    const { error } = await createReplica({ store, outbox, today: () => NEW_YEAR }).sync();
    expect([error?.code, error?.message]).toEqual(["refused", expect.stringContaining("day 5 of it is stored twice")]);
    expect(await outbox.list(uid)).toMatchObject([{ refused: error?.message }]);
    expect([await readOpen(), await readClosed(THIS_YEAR)]).toEqual([foreign("a"), foreign("b")]);
    expect(line.commits()).toBe(0);
  });

  test("a day with contents of another program is not merged with one of ours", async () => {
    const { store, plantOpen, plantClosed, readOpen } = newPerson();
    const foreign = { ...yearOf(THIS_YEAR), "365": mapValue({ "9": { stringValue: "a" } }) };
    const ours = { ...yearOf(THIS_YEAR), "365": dayOf(1) };
    for (const [open, archive] of [
      [foreign, ours],
      [ours, foreign],
    ] as const) {
      await plantOpen(open);
      await plantClosed(THIS_YEAR, archive);
      const told = { code: "refused", message: expect.stringContaining("day 365 of it is stored twice") };
      await expect(openYear(store, NEW_YEAR)).rejects.toMatchObject(told);
      expect(await readOpen()).toEqual(open);
    }
  });

  test("what is not a number in an unknown key keeps nobody from ticking", async () => {
    const { store, plantOpen, readOpen } = newPerson();
    const odd: Fields = { note: { doubleValue: "NaN" }, inner: mapValue({ a: { doubleValue: "NaN" } }) };
    await plantOpen({ ...yearOf(THIS_YEAR), ...odd });
    await saveChanges(store, [change(64, 1)], TODAY);
    expect(await readOpen()).toEqual({ ...yearOf(THIS_YEAR), ...odd, "64": dayOf(1) });
  });

  test("a closing whose answer was lost is found done", async () => {
    const { store, line, plantOpen, readClosed } = newPerson();
    const fields = { ...yearOf(THIS_YEAR), "1": dayOf(1) };
    await plantOpen(fields);
    line.lose("answer");
    const lost = await openYear(store, NEW_YEAR).catch((error: unknown) => error);
    expect(hasCode(lost, "unavailable")).toBe(true);
    expect(await openYear(store, NEW_YEAR)).toMatchObject({ table: NEW_YEAR.year, cells: {} });
    expect(await readClosed(THIS_YEAR)).toEqual(fields);
    expect(line.commits()).toBe(1);
  });

  test("a first tick in the old year, made after New Year, keeps no later device from closing that year", async () => {
    const { store, other, readOpen, readClosed } = newPerson();
    await saveChanges(store, [change(365, 1)], NEW_YEAR);
    await saveChanges(other, [change(365, 2)], TODAY);
    expect((await openYear(store, NEW_YEAR)).table).toBe(NEW_YEAR.year);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
    expect(await readClosed(THIS_YEAR)).toEqual({ ...yearOf(THIS_YEAR), "365": dayOf(1, 2) });
  });

  test("a document of a later year is left as it is", async () => {
    const { store, line, plantOpen, readOpen } = newPerson();
    const fields = { ...yearOf(NEW_YEAR.year), "1": dayOf(1) };
    await plantOpen(fields);
    expect((await openYear(store, TODAY)).table).toBe(NEW_YEAR.year);
    expect(await readOpen()).toEqual(fields);
    expect(line.commits()).toBe(0);
  });

  test("each year is found in the document that holds it", async () => {
    const { store, plantOpen, plantClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    await plantClosed(2020, { ...yearOf(2020), "2": dayOf(2) });
    expect((await readYearDocument(store, THIS_YEAR, TODAY))?.cells).toEqual({ 1: { 1: true } });
    expect((await readYearDocument(store, 2020, TODAY))?.cells).toEqual({ 2: { 2: true } });
    expect((await readYearDocument(store, 2019, TODAY))?.cells).toEqual({});
    expect(await readYearDocument(store, NEW_YEAR.year, TODAY)).toBeNull();
  });
}
