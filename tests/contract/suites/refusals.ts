import { booleanValue, closedPath, type DocumentWrite, mapValue, openPath } from "@dailyleet/core";
import { expect, test } from "vitest";
import type { NewPerson } from "./person.ts";
import { allCells, dayOf, THIS_YEAR, yearOf } from "./samples.ts";

const YES = booleanValue(true);

/** What the server itself must not take, whoever asks: that every server asks the rules. All that they refuse is in tests/rules. */
export function describeRefusals(newPerson: NewPerson): void {
  test("nobody reads or writes another person's documents", async () => {
    const ann = newPerson();
    const bob = newPerson();
    await bob.plantOpen({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
    const write = { path: openPath(bob.uid), fields: { "2": dayOf(2) }, mask: [["2", "2"]] };
    await expect(ann.documents.get(openPath(bob.uid))).rejects.toMatchObject({ code: "refused" });
    await expect(ann.documents.commit([write])).rejects.toMatchObject({ code: "refused" });
    await expect(ann.documents.get(openPath("nobody"))).rejects.toMatchObject({ code: "refused" });
    expect(await bob.readOpen()).toEqual({ ...yearOf(THIS_YEAR), "1": dayOf(1) });
  });

  test("a commit with one write for somebody else writes nothing at all", async () => {
    const ann = newPerson();
    const bob = newPerson();
    const own = { path: openPath(ann.uid), fields: { "1": dayOf(1) }, mask: [["1", "1"]] };
    await expect(ann.documents.commit([own, { ...own, path: openPath(bob.uid) }])).rejects.toMatchObject({
      code: "refused",
    });
    expect(await ann.readOpen()).toBeNull();
  });

  test("a commit with one precondition that does not hold writes nothing at all", async () => {
    const { uid, documents, readOpen, readClosed } = newPerson();
    const cells = { fields: { "1": dayOf(1) }, mask: [["1", "1"]] };
    const archive: DocumentWrite = { ...cells, path: `${openPath(uid)}/years/2020`, precondition: { exists: false } };
    const open: DocumentWrite = { ...cells, path: openPath(uid), precondition: { exists: true } };
    await expect(documents.commit([archive, open])).rejects.toThrow();
    expect([await readOpen(), await readClosed(2020)]).toEqual([null, null]);
  });

  test.each([
    ["a key that is no day", { "366": dayOf(1) }],
    ["a day that is no map", { "1": YES }],
    ["a source that does not exist", { "1": mapValue({ "6": YES }) }],
    ["a source that is a text", { "1": mapValue({ "1": { stringValue: "true" } }) }],
    ["a source that is null", { "1": mapValue({ "1": { nullValue: null } }) }],
  ])("%s is refused", async (_, fields) => {
    const { uid, documents, readOpen } = newPerson();
    const write = { path: openPath(uid), fields, mask: Object.keys(fields).map((name) => [name]) };
    await expect(documents.commit([write])).rejects.toMatchObject({ code: "refused" });
    expect(await readOpen()).toBeNull();
  });

  test("a write of 11 days is refused", async () => {
    const { store, readOpen } = newPerson();
    const empty = { ...(await store.readOpen()), year: THIS_YEAR };
    await expect(store.save(empty, allCells(11))).rejects.toMatchObject({ code: "refused" });
    expect(await readOpen()).toBeNull();
  });

  test("another cell alone in place of a tick is refused", async () => {
    const { uid, documents, plantOpen, readOpen } = newPerson();
    const kept = { ...yearOf(THIS_YEAR), "1": dayOf(1) };
    await plantOpen(kept);
    const write = { path: openPath(uid), fields: { "1": dayOf(2) }, mask: [["1"]] };
    await expect(documents.commit([write])).rejects.toMatchObject({ code: "refused" });
    expect(await readOpen()).toEqual(kept);
  });

  test.each([THIS_YEAR, THIS_YEAR + 1])("an archive of a year that has not ended is refused", async (year) => {
    const { uid, documents, plantOpen, readClosed } = newPerson();
    await plantOpen(yearOf(THIS_YEAR));
    const write = { path: closedPath(uid, year), fields: { "1": dayOf(1) }, mask: [["1", "1"]] };
    await expect(documents.commit([write])).rejects.toMatchObject({ code: "refused" });
    expect(await readClosed(year)).toBeNull();
  });

  test.each([
    ["an overwrite with fewer days", { ...yearOf(THIS_YEAR), "1": dayOf(1) }],
    ["a new year without an archive", yearOf(THIS_YEAR + 1)],
  ])("%s is refused", async (_, fields) => {
    const { uid, documents, plantOpen, readOpen } = newPerson();
    const kept = { ...yearOf(THIS_YEAR), "1": dayOf(1), "2": dayOf(2) };
    await plantOpen(kept);
    await expect(documents.commit([{ path: openPath(uid), fields }])).rejects.toMatchObject({ code: "refused" });
    expect(await readOpen()).toEqual(kept);
  });
}
