import { hasCode, openYear, readYearDocument, saveChanges } from "@dailyleet/core";
import { expect, test } from "vitest";
import type { NewPerson } from "./person.ts";
import { change, dayOf, FULL_YEAR, NEW_YEAR, THIS_YEAR, TODAY, WITH_UNKNOWN_KEYS, yearOf } from "./samples.ts";

/** Legacy documents, and the closing of a year. */
export function describeYears(newPerson: NewPerson): void {
  test("opening writes nothing for a new person and nothing in the year in progress", async () => {
    const { store, line, plantOpen } = newPerson();
    expect(await openYear(store, TODAY)).toMatchObject({ year: THIS_YEAR, ticks: {}, version: null });
    await plantOpen({ ...yearOf(THIS_YEAR), "5": dayOf(5) });
    expect(await openYear(store, TODAY)).toMatchObject({ year: THIS_YEAR, ticks: { 5: { 5: true } } });
    expect(line.commits()).toBe(0);
  });

  test("a document from before the years gets the year of its last update and keeps all else", async () => {
    const { store, plantOpen, readOpen } = newPerson();
    const { year: _, ...legacy } = WITH_UNKNOWN_KEYS;
    await plantOpen(legacy);
    expect((await openYear(store, TODAY)).year).toBe(THIS_YEAR);
    expect(await readOpen()).toEqual(WITH_UNKNOWN_KEYS);
  });

  test("a document from before the years that is of an earlier year is stamped and then closed", async () => {
    const { store, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen({ "64": dayOf(3) });
    await openYear(store, NEW_YEAR);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
    expect(await readClosed(THIS_YEAR)).toEqual({ ...yearOf(THIS_YEAR), "64": dayOf(3) });
  });

  test.each([
    ["with unknown keys", WITH_UNKNOWN_KEYS],
    ["of 1,825 cells", FULL_YEAR],
    ["without a tick", yearOf(THIS_YEAR)],
  ])("closing a year %s archives exactly what it held", async (_, fields) => {
    const { store, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen(fields);
    expect(await openYear(store, NEW_YEAR)).toMatchObject({ year: NEW_YEAR.year, ticks: {} });
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

  test("closing what another device has closed or changed is a conflict and archives nothing", async () => {
    const { store, other, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    const stale = await store.readOpen();
    await other.save(stale, [change(2, 2)]);
    await expect(store.close(stale, NEW_YEAR.year)).rejects.toMatchObject({ code: "conflict" });
    expect(await readClosed(THIS_YEAR)).toBeNull();
    await openYear(other, NEW_YEAR);
    await saveChanges(other, [change(1, 5, true, NEW_YEAR.year)], NEW_YEAR);
    await expect(store.close(stale, NEW_YEAR.year)).rejects.toMatchObject({ code: "conflict" });
    expect(await readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), "1": dayOf(5) });
  });

  test("an archive that is there already is never replaced", async () => {
    const { store, plantOpen, plantClosed, readOpen, readClosed } = newPerson();
    const [open, archive] = [
      { ...yearOf(THIS_YEAR), "1": dayOf(1) },
      { ...yearOf(THIS_YEAR), "2": dayOf(2) },
    ];
    await plantOpen(open);
    await plantClosed(THIS_YEAR, archive);
    await expect(store.close(await store.readOpen(), NEW_YEAR.year)).rejects.toMatchObject({ code: "conflict" });
    expect([await readOpen(), await readClosed(THIS_YEAR)]).toEqual([open, archive]);
  });

  test("a closing whose answer was lost is found done", async () => {
    const { store, line, plantOpen, readClosed } = newPerson();
    const fields = { ...yearOf(THIS_YEAR), "1": dayOf(1) };
    await plantOpen(fields);
    line.lose("answer");
    const lost = await openYear(store, NEW_YEAR).catch((error: unknown) => error);
    expect(hasCode(lost, "unavailable")).toBe(true);
    expect(await openYear(store, NEW_YEAR)).toMatchObject({ year: NEW_YEAR.year, ticks: {} });
    expect(await readClosed(THIS_YEAR)).toEqual(fields);
    expect(line.commits()).toBe(1);
  });

  test("a first tick in the old year, made after New Year, keeps no later device from closing that year", async () => {
    const { store, other, readOpen, readClosed } = newPerson();
    await saveChanges(store, [change(365, 1)], NEW_YEAR);
    await saveChanges(other, [change(365, 2)], TODAY);
    expect((await openYear(store, NEW_YEAR)).year).toBe(NEW_YEAR.year);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
    expect(await readClosed(THIS_YEAR)).toEqual({ ...yearOf(THIS_YEAR), "365": dayOf(1, 2) });
  });

  test("a document of a later year is left as it is", async () => {
    const { store, line, plantOpen, readOpen } = newPerson();
    const fields = { ...yearOf(NEW_YEAR.year), "1": dayOf(1) };
    await plantOpen(fields);
    expect((await openYear(store, TODAY)).year).toBe(NEW_YEAR.year);
    expect(await readOpen()).toEqual(fields);
    expect(line.commits()).toBe(0);
  });

  test("each year is found in the document that holds it", async () => {
    const { store, plantOpen, plantClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    await plantClosed(2020, { ...yearOf(2020), "2": dayOf(2) });
    expect((await readYearDocument(store, THIS_YEAR, TODAY))?.ticks).toEqual({ 1: { 1: true } });
    expect((await readYearDocument(store, 2020, TODAY))?.ticks).toEqual({ 2: { 2: true } });
    expect((await readYearDocument(store, 2019, TODAY))?.ticks).toEqual({});
    expect(await readYearDocument(store, NEW_YEAR.year, TODAY)).toBeNull();
  });
}
