import type { YearDocument } from "@dailyleet/core";
import {
  applyChanges,
  booleanValue,
  integerValue,
  isMarkable,
  mapValue,
  NO_TICKS,
  ticksIn,
  type Value,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { mark, setting } from "../../support/changes.ts";
import type { NewPerson } from "./person.ts";
import { allCells, change, dayOf, FULL_YEAR, THIS_YEAR, WITH_UNKNOWN_KEYS, yearOf } from "./samples.ts";

const textValue = (stringValue: string): Value => ({ stringValue });

export function describeSaving(newPerson: NewPerson): void {
  test("a first visit finds an empty open year and no closed one, and writes nothing", async () => {
    const { store, readOpen } = newPerson();
    expect(await store.readOpen()).toMatchObject({ table: null, cells: {}, fields: {}, version: null });
    expect(await store.readClosed(2020)).toMatchObject({ table: 2020, cells: {}, fields: {}, version: null });
    expect(await readOpen()).toBeNull();
  });

  test("the first save creates the document with its year", async () => {
    const { store, readOpen } = newPerson();
    const saved = await store.save({ ...(await store.readOpen()), table: THIS_YEAR }, [change(324, 3)]);
    expect(await readOpen()).toEqual({ ...yearOf(THIS_YEAR), "324": dayOf(3) });
    expect(await store.readOpen()).toEqual(saved);
  });

  test("a save changes its cells and leaves every other key alone, known or not", async () => {
    const { store, plantOpen, readOpen } = newPerson();
    await plantOpen(WITH_UNKNOWN_KEYS);
    const saved = await store.save(await store.readOpen(), [change(12, 1), change(12, 3, false), change(21, 5)]);
    const cells = mapValue({ "1": booleanValue(true), "2": booleanValue(true), "3": booleanValue(false) });
    expect(await readOpen()).toEqual({ ...WITH_UNKNOWN_KEYS, "12": cells, "21": dayOf(5) });
    expect(await store.readOpen()).toEqual(saved);
  });

  test("an unticked cell is kept as false", async () => {
    const { store, plantOpen, readOpen } = newPerson();
    await plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    await store.save(await store.readOpen(), [change(1, 1, false)]);
    expect((await readOpen())?.["1"]).toEqual(mapValue({ "1": booleanValue(false) }));
  });

  test("what a save answers is good for the next save", async () => {
    const { store } = newPerson();
    let document: YearDocument = { ...(await store.readOpen()), table: THIS_YEAR };
    for (const next of allCells(2)) document = await store.save(document, [next]);
    expect(document.cells).toEqual(applyChanges(NO_TICKS, allCells(2)));
    expect(await store.readOpen()).toEqual(document);
  });

  test("a save over a version that is no longer current is a conflict and writes nothing", async () => {
    const { store, other, readOpen } = newPerson();
    const first = await store.save({ ...(await store.readOpen()), table: THIS_YEAR }, [change(1, 1)]);
    await other.save(await other.readOpen(), [change(2, 2)]);
    await expect(store.save(first, [change(3, 3)])).rejects.toMatchObject({ code: "conflict" });
    expect(await readOpen()).toEqual({ ...yearOf(THIS_YEAR), "1": dayOf(1), "2": dayOf(2) });
  });

  test.each(["x", "é", "`", "\\"])("a question of '%s' has marks as long as its name is markable", async (letter) => {
    const { store } = newPerson();
    let question = "example.com/";
    while (isMarkable(question + letter)) question += letter;
    await store.save(await store.readNamed("marks"), [mark(question, 3)]);
    expect((await store.readNamed("marks")).cells).toEqual({ [question]: { "2026-03-05": 3 } });
  });

  test("a save of settings changes its cells and leaves every other key alone, known or not", async () => {
    const { store, plantNamed, readNamed } = newPerson();
    const [list, plan, theme] = [{ value: "all" }, { until: "2027-03-31", from: "2026-11-01" }, { value: "dark" }].map(
      (texts) => mapValue(Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, textValue(text)]))),
    ) as [Value, Value, Value];
    await plantNamed("settings", { note: integerValue(7), settings: mapValue({ list, plan, theme }) });
    const read = await store.readNamed("settings");
    expect(read.cells).toEqual({ list: { value: "all" }, plan: { until: "2027-03-31", from: "2026-11-01" } });
    const saved = await store.save(read, [setting("plan", "2027-04-30", "until"), setting("dayEndsAt", "03:00")]);
    expect(await readNamed("settings")).toEqual({
      note: integerValue(7),
      settings: mapValue({
        list,
        theme,
        plan: mapValue({ until: textValue("2027-04-30"), from: textValue("2026-11-01") }),
        dayEndsAt: mapValue({ value: textValue("03:00") }),
      }),
      changed: { arrayValue: { values: ["plan", "dayEndsAt"].map(textValue) } },
    });
    expect(await store.readNamed("settings")).toEqual(saved);
    await store.save(saved, [setting("list", "")]);
    expect((await store.readNamed("settings")).cells).toMatchObject({ list: { value: "" } });
  });

  test.each(["x".repeat(500), "😀".repeat(500), "\u0000\u0007\\\"'`", " ", "été e\u0301", "\u202eabc\u2066", "null"])(
    "a setting has the text %j",
    async (text) => {
      const { store } = newPerson();
      await store.save(await store.readNamed("settings"), [setting("source.1", text, "name")]);
      expect((await store.readNamed("settings")).cells).toEqual({ "source.1": { name: text } });
    },
  );

  test("a save of settings over a version that is no longer current is a conflict and writes nothing", async () => {
    const { store, other } = newPerson();
    const first = await store.readNamed("settings");
    await other.save(await other.readNamed("settings"), [setting("list", "all")]);
    await expect(store.save(first, [setting("list", "neetcode150")])).rejects.toMatchObject({ code: "conflict" });
    expect((await store.readNamed("settings")).cells).toEqual({ list: { value: "all" } });
  });

  test("of two first saves one is a conflict", async () => {
    const { store, other } = newPerson();
    const empty = { ...(await store.readOpen()), table: THIS_YEAR };
    await store.save(empty, [change(1, 1)]);
    await expect(other.save(empty, [change(1, 2)])).rejects.toMatchObject({ code: "conflict" });
  });

  test("the same commit again, as after a lost answer, is a conflict and changes nothing", async () => {
    const { store, line, documents, readOpen } = newPerson();
    await store.save({ ...(await store.readOpen()), table: THIS_YEAR }, [change(1, 1)]);
    const before = await store.readOpen();
    line.lose("answer");
    await expect(store.save(before, [change(2, 2)])).rejects.toMatchObject({ code: "unavailable" });
    const applied = await documents.get(before.path);
    await expect(store.save(before, [change(2, 2)])).rejects.toMatchObject({ code: "conflict" });
    expect(await documents.get(before.path)).toEqual(applied);
    expect(await readOpen()).toEqual({ ...yearOf(THIS_YEAR), "1": dayOf(1), "2": dayOf(2) });
  });

  test("a full year of 1,825 cells is read whole and saved to", async () => {
    const { store, plantOpen, readOpen } = newPerson();
    await plantOpen(FULL_YEAR);
    const document = await store.readOpen();
    expect(document.cells).toEqual(ticksIn(FULL_YEAR));
    await store.save(document, allCells(10, false));
    const changed = applyChanges(ticksIn(FULL_YEAR), allCells(10, false));
    expect(ticksIn(await readOpen())).toEqual(changed);
  });
}
