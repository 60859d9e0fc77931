import {
  closedPath,
  type DocumentWrite,
  type Fields,
  integerValue,
  mapValue,
  namedPath,
  openPath,
  type Value,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import type { NewPerson } from "./person.ts";
import { dayOf, THIS_YEAR, yearOf } from "./samples.ts";

const REFUSED = { code: "refused" };

const tick = (uid: string): DocumentWrite => ({ path: openPath(uid), fields: { "1": dayOf(1) }, mask: [["1", "1"]] });
const marksOf = (mark: Value): Fields => ({
  marks: mapValue({ "leetcode.com/problems/two-sum": mapValue({ "2026-11-21": mark }) }),
});
const settingsOf = (text: Value): Fields => ({ settings: mapValue({ list: mapValue({ value: text }) }) });

/**
 * Requests that the server itself must refuse, to show that every server applies the rules. tests/rules covers all
 * refusals.
 */
export function describeRefusals(newPerson: NewPerson): void {
  test("nobody reads or writes another person's documents", async () => {
    const [ann, bob] = [newPerson(), newPerson()];
    const open = { ...yearOf(THIS_YEAR), "1": dayOf(1) };
    const marks = { path: namedPath(bob.uid, "marks"), fields: marksOf(integerValue(3)) };
    const settings = { path: namedPath(bob.uid, "settings"), fields: settingsOf({ stringValue: "all" }) };
    await bob.plantOpen(open);
    await bob.documents.commit([marks, settings]);
    for (const path of [openPath(bob.uid), marks.path, settings.path, openPath("nobody")]) {
      await expect(ann.documents.get(path)).rejects.toMatchObject(REFUSED);
    }
    for (const write of [{ ...tick(bob.uid), fields: { "2": dayOf(2) }, mask: [["2", "2"]] }, marks, settings]) {
      await expect(ann.documents.commit([write])).rejects.toMatchObject(REFUSED);
    }
    const kept = [await bob.readOpen(), await bob.readNamed("marks"), await bob.readNamed("settings")];
    expect(kept).toEqual([open, marks.fields, settings.fields]);
  });

  test("a commit with one write for somebody else writes nothing at all", async () => {
    const { uid, documents, readOpen } = newPerson();
    await expect(documents.commit([tick(uid), tick(newPerson().uid)])).rejects.toMatchObject(REFUSED);
    expect(await readOpen()).toBeNull();
  });

  test("a commit with one precondition that does not hold writes nothing at all", async () => {
    const { uid, documents, readOpen, readClosed } = newPerson();
    const archive: DocumentWrite = { ...tick(uid), path: closedPath(uid, 2020), precondition: { exists: false } };
    await expect(documents.commit([archive, { ...tick(uid), precondition: { exists: true } }])).rejects.toThrow();
    expect([await readOpen(), await readClosed(2020)]).toEqual([null, null]);
  });

  test.each<[string, Fields, mask?: string[][]]>([
    ["a key that is no day", { "366": dayOf(1) }, [["366"]]],
    ["an overwrite with fewer days", { ...yearOf(THIS_YEAR), "1": dayOf(1) }],
    ["a new year without an archive", yearOf(THIS_YEAR + 1)],
  ])("%s is refused", async (_, fields, mask) => {
    const { uid, documents, plantOpen, readOpen } = newPerson();
    const kept = { ...yearOf(THIS_YEAR), "1": dayOf(1), "2": dayOf(2) };
    await plantOpen(kept);
    const write = { path: openPath(uid), fields, ...(mask && { mask }) };
    await expect(documents.commit([write])).rejects.toMatchObject(REFUSED);
    expect(await readOpen()).toEqual(kept);
  });

  test("an archive of a year that has not ended is refused", async () => {
    const { uid, documents, plantOpen, readClosed } = newPerson();
    await plantOpen(yearOf(THIS_YEAR));
    await expect(documents.commit([{ ...tick(uid), path: closedPath(uid, THIS_YEAR) }])).rejects.toMatchObject(REFUSED);
    expect(await readClosed(THIS_YEAR)).toBeNull();
  });

  test.each([
    ["mark", "marks", marksOf(integerValue(5)), marksOf(integerValue(3))],
    ["setting", "settings", settingsOf(integerValue(5)), settingsOf({ stringValue: "all" })],
  ] as const)(
    "a %s that is none is refused, and takes a tick of the same commit with it",
    async (_, table, none, right) => {
      const { uid, documents, readOpen, readNamed } = newPerson();
      const path = namedPath(uid, table);
      await expect(documents.commit([tick(uid), { path, fields: none }])).rejects.toMatchObject(REFUSED);
      expect([await readOpen(), await readNamed(table)]).toEqual([null, null]);
      await documents.commit([tick(uid), { path, fields: right }]);
      expect([await readOpen(), await readNamed(table)]).toEqual([{ "1": dayOf(1) }, right]);
    },
  );
}
