import { type CellState, cellKey, changesOf, type Outbox, type OutboxEntry, type SourceNumber } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { mark, setting, tick } from "../../support/changes.ts";

const change = (day: number, source: SourceNumber, done = true) => ({ change: tick(2026, day, source, done) });
const shown = (list: readonly OutboxEntry[]) =>
  list.map(({ change }): [string, CellState] => [cellKey(change), change.state]);
const sequencesOf = (list: readonly OutboxEntry[]) => list.map(({ sequence }) => sequence);
let people = 0;
/** A uid that the outbox has never seen. */
const newUid = () => `person${++people}`;

/** The contract of every outbox. `open` opens the same outbox again. */
export function describeOutbox(name: string, open: () => Outbox, { isDurable }: { isDurable: boolean }): void {
  describe(`The outbox ${name}`, () => {
    test("keeps changes in the order in which they were made, with numbers that grow from above 0", async () => {
      const [uid, outbox] = [newUid(), open()];
      const put = await outbox.put(uid, [change(9, 1), change(3, 5, false)]);
      const [last] = await outbox.put(uid, [change(1, 1)]);
      expect(put).toMatchObject([change(9, 1), change(3, 5, false)]);
      expect(await outbox.list(uid)).toMatchObject([...put, last]);
      const numbers = [0, ...sequencesOf(put), last?.sequence ?? Number.NaN];
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    });

    test.runIf(isDurable)("has them after it was opened again", async () => {
      const uid = newUid();
      const put = await open().put(uid, [change(1, 1), change(2, 2, false)]);
      expect(await open().list(uid)).toMatchObject(put);
    });

    test("has one entry for a cell that is changed again, the newer, at the end", async () => {
      const [uid, outbox] = [newUid(), open()];
      await outbox.put(uid, [change(1, 1), change(2, 2)]);
      await outbox.put(uid, [change(1, 1, false)]);
      expect(shown(await outbox.list(uid))).toEqual([
        ["2026/2/2", true],
        ["2026/1/1", false],
      ]);
    });

    test("has one entry for a cell that is in one put twice, the later", async () => {
      const [uid, outbox] = [newUid(), open()];
      expect(await outbox.put(uid, [change(1, 1), change(1, 1, false)])).toHaveLength(1);
      expect(shown(await outbox.list(uid))).toEqual([["2026/1/1", false]]);
    });

    test("keeps marks among the ticks, whatever a question is called", async () => {
      const [uid, outbox] = [newUid(), open()];
      const marks = ["leetcode.com/problems/two-sum", "a/b`c'd", "constructor", "été"].map((question) => ({
        change: mark(question, 3),
      }));
      await outbox.put(uid, [change(1, 1), ...marks]);
      const easy = { change: mark("constructor", 4) };
      await outbox.put(uid, [easy]);
      const left = marks.filter(({ change }) => change.row !== "constructor");
      expect(await outbox.list(uid)).toMatchObject([change(1, 1), ...left, easy]);
    });

    test("keeps texts of settings among the ticks, whatever they look like", async () => {
      const [uid, outbox] = [newUid(), open()];
      const texts = ["", "0", "1", "03:00", "true", "null", "x".repeat(500), "😀'`\"\\", " ", "a\tb\n", "e\u0301"];
      for (const text of texts) {
        const put = await outbox.put(uid, [change(1, 1), { change: setting("source.1", text, "name") }]);
        expect(put).toMatchObject([change(1, 1), { change: setting("source.1", text, "name") }]);
        expect(await outbox.list(uid)).toMatchObject(put);
      }
      const others = [setting("source.1", "1", "url"), setting("list", "1")].map((change) => ({ change }));
      await outbox.put(uid, others);
      expect((await outbox.list(uid)).slice(2)).toMatchObject(others);
    });

    test("lets puts take effect in the order in which they were called, also at once", async () => {
      const [uid, outbox] = [newUid(), open()];
      await Promise.all([true, false, true, false].map((done) => outbox.put(uid, [change(1, 1, done)])));
      expect(shown(await outbox.list(uid))).toEqual([["2026/1/1", false]]);
    });

    test("forgets exactly what is acknowledged, not what was changed meanwhile", async () => {
      const [uid, outbox] = [newUid(), open()];
      const sent = await outbox.put(uid, [change(1, 1), change(2, 2)]);
      await outbox.put(uid, [change(1, 1, false)]);
      await outbox.acknowledge(uid, sequencesOf(sent));
      expect(shown(await outbox.list(uid))).toEqual([["2026/1/1", false]]);
    });

    test("never gives a number again, not even after everything was acknowledged", async () => {
      const [uid, outbox] = [newUid(), open()];
      const sent = await outbox.put(uid, [change(1, 1), change(2, 2)]);
      await outbox.acknowledge(uid, sequencesOf(sent));
      const [next] = await outbox.put(uid, [change(3, 3)]);
      expect(next?.sequence).toBeGreaterThan(Math.max(...sequencesOf(sent)));
    });

    test("keeps a refused change with its reason until its cell is changed again", async () => {
      const [uid, outbox] = [newUid(), open()];
      await outbox.refuse(uid, sequencesOf(await outbox.put(uid, [change(1, 1)])), "not allowed");
      expect((await outbox.list(uid)).map(({ refused }) => refused)).toEqual(["not allowed"]);
      await outbox.put(uid, [change(1, 1)]);
      expect((await outbox.list(uid)).map(({ refused }) => refused)).toEqual([undefined]);
    });

    test("remembers an attempt to store a cell, also when the cell is changed again", async () => {
      const [uid, outbox] = [newUid(), open()];
      await outbox.put(uid, [change(1, 1), change(2, 2)]);
      await outbox.recordAttempt(uid, [change(1, 1).change], "v1");
      expect((await outbox.list(uid)).map(({ attempt }) => attempt)).toEqual(["v1", undefined]);
      expect(await outbox.put(uid, [change(1, 1, false)])).toMatchObject([{ ...change(1, 1, false), attempt: "v1" }]);
      expect((await outbox.list(uid)).map(({ attempt }) => attempt)).toEqual([undefined, "v1"]);
    });

    test("records an attempt of whatever change of the cell there is by now", async () => {
      const [uid, outbox] = [newUid(), open()];
      const sent = await outbox.put(uid, [change(1, 1)]);
      await outbox.put(uid, [change(1, 1, false)]);
      await outbox.recordAttempt(uid, changesOf(sent), "v1");
      expect(await outbox.list(uid)).toMatchObject([{ ...change(1, 1, false), attempt: "v1" }]);
    });

    test("keeps the later of two attempts, whether it is recorded or comes with the change", async () => {
      const [uid, outbox] = [newUid(), open()];
      const [whole, millis, micros] = ["00", "00.001", "00.000999"].map((seconds) => `2026-03-05T12:00:${seconds}Z`);
      await outbox.put(uid, [change(1, 1)]);
      const attempt = async () => (await outbox.list(uid))[0]?.attempt;
      for (const version of [micros, whole, ""]) await outbox.recordAttempt(uid, [change(1, 1).change], version ?? "");
      expect(await attempt()).toBe(micros);
      await outbox.put(uid, [{ ...change(1, 1), attempt: whole ?? "" }]);
      expect(await attempt()).toBe(micros);
      await outbox.put(uid, [{ ...change(1, 1), attempt: millis ?? "" }]);
      expect(await attempt()).toBe(millis);
    });

    test("passes over what is not there any more", async () => {
      const [uid, outbox] = [newUid(), open()];
      const put = await outbox.put(uid, [change(1, 1)]);
      await outbox.acknowledge(uid, sequencesOf(put));
      await outbox.acknowledge(uid, sequencesOf(put));
      await outbox.refuse(uid, sequencesOf(put), "no");
      await outbox.recordAttempt(uid, changesOf(put), "v1");
      expect(await outbox.list(uid)).toEqual([]);
    });

    test("shows nobody the changes of somebody else", async () => {
      const [ann, bob, outbox] = [newUid(), newUid(), open()];
      await outbox.put(ann, [change(1, 1)]);
      await outbox.put(bob, [change(1, 1, false)]);
      expect(shown(await outbox.list(ann))).toEqual([["2026/1/1", true]]);
      expect(shown(await outbox.list(bob))).toEqual([["2026/1/1", false]]);
      expect(await outbox.list(newUid())).toEqual([]);
    });
  });
}
