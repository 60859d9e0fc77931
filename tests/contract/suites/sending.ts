import {
  applyChanges,
  createReplica,
  isDone,
  NO_SETTINGS,
  type Outbox,
  type PersonStore,
  saveChanges,
  ticksIn,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { SETTING_CELLS } from "../../core/support/randomSettings.ts";
import { openOutbox } from "../../local/support/database.ts";
import { mark, pending, setting } from "../../support/changes.ts";
import type { NewPerson } from "./person.ts";
import { allCells, change, dayOf, NEW_YEAR, THIS_YEAR, TODAY, yearOf } from "./samples.ts";

export function describeSending(newPerson: NewPerson): void {
  test("each change is answered with the state before, and what is so already is not written", async () => {
    const { store, line } = newPerson();
    expect(await saveChanges(store, [change(1, 1), change(2, 2, false)], TODAY)).toEqual([
      { change: change(1, 1), was: false },
      { change: change(2, 2, false), was: false },
    ]);
    expect(await saveChanges(store, [change(1, 1)], TODAY)).toEqual([{ change: change(1, 1), was: true }]);
    expect(line.commits()).toBe(1);
  });

  test("of several changes of one cell the last counts", async () => {
    const { store, readOpen } = newPerson();
    await saveChanges(store, [change(1, 1), change(1, 1, false), change(1, 1), change(1, 2)], TODAY);
    expect(await readOpen()).toEqual({ ...yearOf(THIS_YEAR), "1": dayOf(1, 2) });
  });

  test("more than 10 days, and more than 20 questions, go in several commits", async () => {
    const { store, line, readOpen } = newPerson();
    await saveChanges(store, allCells(25), TODAY);
    expect(line.commits()).toBe(3);
    expect(ticksIn(await readOpen())).toEqual(Object.fromEntries(allCells(25).map(({ row }) => [row, FULL_DAY])));
    const names = Array.from({ length: 45 }, (_, index) => `example.com/${index}`);
    const marks = names.map((question) => mark(question, 3));
    await saveChanges(store, marks, TODAY);
    expect(line.commits()).toBe(6);
    expect(Object.keys((await store.readNamed("marks")).cells).sort()).toEqual(names.sort());
  });

  test("all settings go in one commit, and settings that two devices change at once stay", async () => {
    const { store, other, line } = newPerson();
    const all = SETTING_CELLS.map((cell) => ({ ...cell, state: "x" }));
    await saveChanges(store, all, TODAY);
    expect(line.commits()).toBe(1);
    expect((await store.readNamed("settings")).cells).toEqual(applyChanges(NO_SETTINGS, all));
    const mine = [setting("source.1", "A", "name"), setting("dayEndsAt", "03:00")];
    const yours = [setting("source.1", "UTC", "zone"), setting("rest.weekdays", "sun")];
    await Promise.all([saveChanges(store, mine, TODAY), saveChanges(other, yours, TODAY)]);
    const cells = applyChanges(NO_SETTINGS, [...all, ...mine, ...yours]);
    expect((await store.readNamed("settings")).cells).toEqual(cells);
    expect(await saveChanges(store, mine, TODAY)).toEqual(mine.map((change) => ({ change, was: change.state })));
  });

  test("devices that save at once lose nothing to each other", async () => {
    const { store, other, readOpen } = newPerson();
    const mine = allCells(10).filter(({ column }) => column <= 2);
    const yours = allCells(10).filter(({ column }) => column > 2);
    const one = async (...args: Parameters<typeof saveChanges>) => saveChanges(...args);
    await Promise.all([
      ...mine.slice(0, 2).map((next) => one(store, [next], TODAY)),
      ...yours.slice(0, 2).map((next) => one(other, [next], TODAY)),
      one(store, mine, TODAY),
      one(other, yours, TODAY),
    ]);
    expect(ticksIn(await readOpen())).toEqual(Object.fromEntries(allCells(10).map(({ row }) => [row, FULL_DAY])));
  });

  test("a change of a closed year lands in that year, also of one that was never kept", async () => {
    const { store, plantOpen, readOpen, readClosed } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "365": dayOf(1) });
    await saveChanges(store, [change(365, 2), change(1, 1, true, NEW_YEAR.year), change(60, 4, true, 2020)], NEW_YEAR);
    expect(await readClosed(THIS_YEAR)).toEqual({ ...yearOf(THIS_YEAR), "365": dayOf(1, 2) });
    expect(await readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), "1": dayOf(1) });
    expect(await readClosed(2020)).toEqual({ ...yearOf(2020), "60": dayOf(4) });
  });

  test("a change of a year that has not begun is told and not written", async () => {
    const { store, readOpen } = newPerson();
    await expect(saveChanges(store, [change(1, 1, true, NEW_YEAR.year)], TODAY)).rejects.toMatchObject({
      code: "usage",
    });
    expect(await readOpen()).toBeNull();
  });

  test("what was sent with a lost answer and undone on another device meanwhile is decided by who sends last", async () => {
    const { uid, store, other, line } = newPerson();
    const outbox = openOutbox();
    await outbox.put(uid, pending(change(1, 1)));
    line.lose("answer");
    await send(store, outbox);
    await saveChanges(other, [change(1, 1, false)], TODAY);
    await send(store, outbox);
    expect(isDone((await store.readOpen()).cells, change(1, 1))).toBe(true);
  });
}

/** Starts a program that sends the outbox, and ends it. */
function send(store: PersonStore, outbox: Outbox) {
  return createReplica({ store, outbox, today: () => TODAY }).sync();
}

const FULL_DAY = { 1: true, 2: true, 3: true, 4: true, 5: true };
