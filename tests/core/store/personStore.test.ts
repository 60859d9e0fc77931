import { booleanValue, createPersonStore, type DocumentWrite, integerValue, mapValue, openPath } from "@dailyleet/core";
import { expect, test } from "vitest";
import { tick } from "../../support/changes.ts";

test("a write names only the cells that change, and the version that was read", async () => {
  const fields = { year: integerValue(2026), 1: mapValue({ 1: booleanValue(true) }), note: {} };
  const commits: (readonly DocumentWrite[])[] = [];
  const documents = {
    get: async () => ({ fields, updateTime: "v7" }),
    commit: async (writes: readonly DocumentWrite[]) => {
      commits.push(writes);
      return ["v8"];
    },
    list: async () => [],
  };
  const store = createPersonStore(documents, "ann");
  const changes = [tick(2026, 64, 3), tick(2026, 64, 1, false), tick(2026, 1, 2)];
  const saved = await store.save(await store.readOpen(), changes);
  const written = {
    1: mapValue({ 2: booleanValue(true) }),
    64: mapValue({ 3: booleanValue(true), 1: booleanValue(false) }),
  };
  const mask = [
    ["64", "3"],
    ["64", "1"],
    ["1", "2"],
  ];
  expect(commits).toEqual([[{ path: openPath("ann"), fields: written, mask, precondition: { updateTime: "v7" } }]]);
  const day = mapValue({ 1: booleanValue(true), 2: booleanValue(true) });
  expect([saved.fields, saved.version]).toEqual([{ ...fields, ...written, 1: day }, "v8"]);
});
