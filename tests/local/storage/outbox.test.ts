import { cellKey, type SourceNumber, stateOf, type TickChange } from "@dailyleet/core";
import { createOutbox } from "@dailyleet/local";
import { expect, test } from "vitest";
import { openForTest, tempDatabase } from "../support/database.ts";

const change = (day: number, source: SourceNumber, done = true): TickChange => ({ year: 2026, day, source, done });

test("changes are kept in the order in which they were made, also after opening again", async () => {
  const database = tempDatabase();
  const put = await createOutbox(database).put("ann", [change(9, 1), change(3, 5, false)]);
  expect(put).toEqual([
    { ...change(9, 1), sequence: put[0]?.sequence },
    { ...change(3, 5, false), sequence: put[1]?.sequence },
  ]);
  database.close();
  const again = createOutbox(openForTest(database.file));
  const [third] = await again.put("ann", [change(1, 1)]);
  expect(await again.list("ann")).toEqual([...put, third]);
});

test("a cell that is changed again has one entry, the newer, at the end", async () => {
  const outbox = createOutbox(tempDatabase());
  const [first] = await outbox.put("ann", [change(1, 1), change(2, 2)]);
  const [again] = await outbox.put("ann", [change(1, 1, false)]);
  expect((await outbox.list("ann")).map((entry) => [cellKey(entry), stateOf(entry)])).toEqual([
    ["2026/2/2", true],
    ["2026/1/1", false],
  ]);
  expect(again?.sequence).toBeGreaterThan(first?.sequence ?? Number.NaN);
});

test("the same cell twice in one put is one entry", async () => {
  const outbox = createOutbox(tempDatabase());
  await outbox.put("ann", [change(1, 1), change(1, 1, false)]);
  expect((await outbox.list("ann")).map(stateOf)).toEqual([false]);
});

test("acknowledging forgets exactly what was sent, not what was changed meanwhile", async () => {
  const outbox = createOutbox(tempDatabase());
  const sent = await outbox.put("ann", [change(1, 1), change(2, 2)]);
  const [newer] = await outbox.put("ann", [change(1, 1, false)]);
  await outbox.acknowledge("ann", sent);
  expect(await outbox.list("ann")).toEqual([newer]);
});

test("sequence numbers never come again, not even after everything was acknowledged", async () => {
  const outbox = createOutbox(tempDatabase());
  const sent = await outbox.put("ann", [change(1, 1), change(2, 2)]);
  await outbox.acknowledge("ann", sent);
  const [next] = await outbox.put("ann", [change(3, 3)]);
  expect(next?.sequence).toBeGreaterThan(Math.max(...sent.map(({ sequence }) => sequence)));
});

test("a refused change stays with its reason until its cell is changed again", async () => {
  const outbox = createOutbox(tempDatabase());
  const put = await outbox.put("ann", [change(1, 1)]);
  await outbox.refuse("ann", put, "not allowed");
  expect(await outbox.list("ann")).toEqual([{ ...put[0], refused: "not allowed" }]);
  await outbox.put("ann", [change(1, 1)]);
  expect((await outbox.list("ann"))[0]).not.toHaveProperty("refused");
});

test("an unanswered attempt is remembered, also when the cell is changed again", async () => {
  const outbox = createOutbox(tempDatabase());
  const put = await outbox.put("ann", [change(1, 1), change(2, 2)]);
  await outbox.noteAttempt("ann", put.slice(0, 1), "v1");
  expect((await outbox.list("ann")).map(({ unanswered }) => unanswered)).toEqual(["v1", undefined]);
  const [again] = await outbox.put("ann", [change(1, 1, false)]);
  expect(again).toMatchObject({ done: false, unanswered: "v1" });
  await outbox.noteAttempt("ann", again ? [again] : [], "v2");
  expect((await outbox.list("ann")).map(({ unanswered }) => unanswered)).toEqual([undefined, "v2"]);
});

test("nobody gets, forgets or marks the changes of somebody else", async () => {
  const outbox = createOutbox(tempDatabase());
  const put = await outbox.put("ann", [change(1, 1)]);
  await outbox.put("bob", [change(1, 1, false)]);
  await outbox.acknowledge("bob", put);
  await outbox.refuse("bob", put, "no");
  await outbox.noteAttempt("bob", put, "v1");
  expect(await outbox.list("ann")).toEqual(put);
  expect(await outbox.list("carl")).toEqual([]);
});

test("a put is whole or not there", async () => {
  const database = tempDatabase();
  const outbox = createOutbox(database);
  const broken = { ...change(2, 2), done: "?" } as unknown as TickChange;
  await expect(outbox.put("ann", [change(1, 1), broken])).rejects.toThrow();
  expect(await outbox.list("ann")).toEqual([]);
});
