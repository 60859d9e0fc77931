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

const text = (stringValue: string): Value => ({ stringValue });
const question = (mark: Value = integerValue(3)): Value => mapValue({ [DATE]: mark });
const marksOf = (value: Value): Fields => ({ marks: mapValue({ "leetcode.com/problems/two-sum": value }) });

/** A write of so many questions, which names them. */
function writeOf(uid: string, count: number): DocumentWrite {
  const names = Array.from({ length: count }, (_, index) => `example.com/${index}`);
  const marks = mapValue(Object.fromEntries(names.map((name) => [name, question()])));
  const fields = { marks, changed: { arrayValue: { values: names.map(text) } } };
  return { path: marksPath(uid), fields, mask: [...names.map((name) => ["marks", name, DATE]), ["changed"]] };
}

/**
 * What the server itself must not take in the document of marks, whoever asks: that every server asks the rules. All
 * that the rules refuse is in tests/rules.
 */
export function describeMarkRefusals(newPerson: NewPerson): void {
  test("nobody reads or writes another person's marks", async () => {
    const ann = newPerson();
    const bob = newPerson();
    const mark = writeOf(bob.uid, 1);
    await bob.documents.commit([mark]);
    await expect(ann.documents.get(mark.path)).rejects.toMatchObject({ code: "refused" });
    await expect(ann.documents.commit([writeOf(bob.uid, 2)])).rejects.toMatchObject({ code: "refused" });
    expect((await bob.documents.get(mark.path))?.fields).toEqual(mark.fields);
  });

  test.each([
    ["a mark that is a double", marksOf(question({ doubleValue: 3 }))],
    ["a mark that is a text", marksOf(question(text("3")))],
    ["a question that is no map", marksOf(text(DATE))],
    ["an unknown key", { note: text("hello") }],
  ])("%s is refused", async (_, fields) => {
    const { uid, documents } = newPerson();
    await expect(documents.commit([{ path: marksPath(uid), fields }])).rejects.toMatchObject({ code: "refused" });
    expect(await documents.get(marksPath(uid))).toBeNull();
  });

  test("the most questions that may change are taken, one more is refused, and none is ever dropped", async () => {
    const { uid, documents } = newPerson();
    const most = writeOf(uid, MAX_CHANGED_QUESTIONS);
    await expect(documents.commit([writeOf(uid, MAX_CHANGED_QUESTIONS + 1)])).rejects.toMatchObject({
      code: "refused",
    });
    await documents.commit([most]);
    const { mask: _, ...fewer } = writeOf(uid, MAX_CHANGED_QUESTIONS - 1);
    await expect(documents.commit([fewer])).rejects.toMatchObject({ code: "refused" });
    expect((await documents.get(marksPath(uid)))?.fields).toEqual(most.fields);
  });

  test("a wrong mark takes a tick of the same commit with it", async () => {
    const { uid, documents } = newPerson();
    const tick: DocumentWrite = { path: openPath(uid), fields: { "1": dayOf(1) }, mask: [["1", "1"]] };
    const wrong = { path: marksPath(uid), fields: marksOf(question(integerValue(5))) };
    await expect(documents.commit([tick, wrong])).rejects.toMatchObject({ code: "refused" });
    expect(await documents.get(openPath(uid))).toBeNull();
    await documents.commit([tick, { ...wrong, fields: marksOf(question()) }]);
    expect((await documents.get(openPath(uid)))?.fields).toEqual({ "1": dayOf(1) });
  });
}
