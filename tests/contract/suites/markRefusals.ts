import {
  type DocumentWrite,
  type Fields,
  integerValue,
  mapValue,
  marksPath,
  openPath,
  type Value,
} from "@dailyleet/core";
import { expect, test } from "vitest";
import { MAX_CHANGED_QUESTIONS } from "../../../packages/core/src/rules/documentRules.ts";
import type { NewPerson } from "./person.ts";
import { dayOf } from "./samples.ts";

const DATE = "2026-11-21";
const NAME = "leetcode.com/problems/two-sum";

const text = (stringValue: string): Value => ({ stringValue });
const question = (mark: Value = integerValue(3), date = DATE): Value => mapValue({ [date]: mark });
const marksOf = (...questions: (readonly [string, Value])[]): Fields => ({
  marks: mapValue(Object.fromEntries(questions)),
});

/** A write of so many questions; it names so many of them. */
function writeOf(uid: string, count: number, named: number): DocumentWrite {
  const names = Array.from({ length: count }, (_, index) => `example.com/${index}`);
  const changed: Fields = { changed: { arrayValue: { values: names.slice(0, named).map(text) } } };
  const fields = { ...marksOf(...names.map((name) => [name, question()] as const)), ...(named > 0 && changed) };
  const mask = [...names.map((name) => ["marks", name, DATE]), ...(named > 0 ? [["changed"]] : [])];
  return { path: marksPath(uid), fields, mask };
}

const JUNK: readonly (readonly [string, Fields])[] = [
  ["the mark 5", marksOf([NAME, question(integerValue(5))])],
  ["a mark that is a double", marksOf([NAME, question({ doubleValue: 3 })])],
  ["a mark that is a text", marksOf([NAME, question(text("3"))])],
  ["a date of the month 13", marksOf([NAME, question(integerValue(3), "2026-13-01")])],
  ["two dates in one name", marksOf([NAME, question(integerValue(3), `${DATE} ${DATE}`)])],
  ["a question that is no map", marksOf([NAME, text(DATE)])],
  ["marks that are no map", { marks: text(DATE) }],
  ["an unknown key", { note: text("hello") }],
  ["names that are no list", { ...marksOf([NAME, question()]), changed: text(NAME) }],
];

/** What the server itself must not take in the document of marks, whoever asks. */
export function describeMarkRefusals(newPerson: NewPerson): void {
  test("nobody reads or writes another person's marks", async () => {
    const ann = newPerson();
    const bob = newPerson();
    const mark = writeOf(bob.uid, 1, 0);
    await bob.documents.commit([mark]);
    await expect(ann.documents.get(mark.path)).rejects.toMatchObject({ code: "refused" });
    await expect(ann.documents.commit([writeOf(bob.uid, 2, 2)])).rejects.toMatchObject({ code: "refused" });
    expect((await bob.documents.get(mark.path))?.fields).toEqual(mark.fields);
  });

  test.each(JUNK)("%s is refused", async (_, fields) => {
    const { uid, documents } = newPerson();
    await expect(documents.commit([{ path: marksPath(uid), fields }])).rejects.toMatchObject({ code: "refused" });
    expect(await documents.get(marksPath(uid))).toBeNull();
  });

  test("one question need not be named, two have to be", async () => {
    const { uid, documents } = newPerson();
    await documents.commit([writeOf(uid, 1, 0)]);
    for (const named of [0, 1]) {
      await expect(documents.commit([writeOf(uid, 3, named)])).rejects.toMatchObject({ code: "refused" });
    }
    await documents.commit([writeOf(uid, 3, 3)]);
  });

  test("the most questions that may change are taken, and one more is refused", async () => {
    const { uid, documents } = newPerson();
    const [most, more] = [MAX_CHANGED_QUESTIONS, MAX_CHANGED_QUESTIONS + 1];
    await expect(documents.commit([writeOf(uid, more, more)])).rejects.toMatchObject({ code: "refused" });
    await documents.commit([writeOf(uid, most, most)]);
    expect((await documents.get(marksPath(uid)))?.fields).toEqual(writeOf(uid, most, most).fields);
  });

  test.each([
    ["no marks", {}],
    ["a question less", marksOf(["other", question()])],
    ["a date less", marksOf(["other", question()], [NAME, mapValue({})])],
    ["another date", marksOf(["other", question()], [NAME, question(integerValue(3), "2026-11-22")])],
  ])("an overwrite that leaves %s is refused", async (_, fields) => {
    const { uid, documents } = newPerson();
    const kept = marksOf(["other", question()], [NAME, question()]);
    await documents.commit([{ path: marksPath(uid), fields: marksOf(["other", question()]) }]);
    await documents.commit([{ path: marksPath(uid), fields: kept }]);
    await expect(documents.commit([{ path: marksPath(uid), fields }])).rejects.toMatchObject({ code: "refused" });
    expect((await documents.get(marksPath(uid)))?.fields).toEqual(kept);
  });

  test("a wrong mark takes a tick of the same commit with it", async () => {
    const { uid, documents } = newPerson();
    const tick: DocumentWrite = { path: openPath(uid), fields: { "1": dayOf(1) }, mask: [["1", "1"]] };
    const wrong = { path: marksPath(uid), fields: marksOf([NAME, question(integerValue(5))]) };
    await expect(documents.commit([tick, wrong])).rejects.toMatchObject({ code: "refused" });
    expect(await documents.get(openPath(uid))).toBeNull();
    await documents.commit([tick, { ...wrong, fields: marksOf([NAME, question()]) }]);
    expect((await documents.get(openPath(uid)))?.fields).toEqual({ "1": dayOf(1) });
  });
}
