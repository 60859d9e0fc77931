import { isDone, type PendingChange, stateOf, type TickChange, type Ticks } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import type { YearDocument } from "../../../packages/core/src/ports.ts";
import type { Event } from "../../../packages/core/src/replica/events.ts";
import { step } from "../../../packages/core/src/replica/machine.ts";
import {
  INITIAL_STATE,
  offered,
  type ReplicaState,
  statusOf,
  writable,
} from "../../../packages/core/src/replica/state.ts";
import { type ShownYear, viewOf } from "../../../packages/core/src/replica/view.ts";

const CELL = { year: 2026, day: 64, source: 3 } as const;
const done: TickChange = { ...CELL, done: true };
const undone: TickChange = { ...CELL, done: false };
const entry = (change: TickChange, sequence: number): PendingChange => ({ ...change, sequence });

function stateAfter(events: readonly Event[]): ReplicaState {
  return events.reduce((state, event) => step(state, event)[0], INITIAL_STATE);
}
const effectsOf = (state: ReplicaState, event: Event) => step(state, event)[1].map(({ kind }) => kind);
const yearOf = (state: ReplicaState) => viewOf(state, 2026) as ShownYear;
const isShown = (state: ReplicaState) => isDone(yearOf(state).ticks, CELL);

const clicked = stateAfter([{ kind: "changed", changes: [done] }]);
const [first] = clicked.unkept;
if (!first) throw new Error("the click is not there");
const writing = step(clicked, { kind: "writeBegan", changes: [first] })[0];

describe("a click", () => {
  test("is shown, noted and told before it is durable", () => {
    expect(isShown(clicked)).toBe(true);
    expect(effectsOf(INITIAL_STATE, { kind: "changed", changes: [done] })).toEqual(["note", "broadcast"]);
    expect(statusOf(clicked)).toMatchObject({ waiting: 1, unkept: 0, isInMemory: false });
  });

  test("waits in the outbox when it is written: the note goes, the peers are told, and it is sent soon", () => {
    const event: Event = { kind: "written", changes: [first], pending: [entry(done, 7)] };
    const [state] = step(writing, event);
    expect(state).toMatchObject({ unkept: [], unsent: [entry(done, 7)] });
    expect(effectsOf(writing, event)).toEqual(["forget", "broadcast", "sendSoon"]);
  });

  test("stays, is offered from memory and is written again when the write has failed", () => {
    const [state] = step(writing, { kind: "writeFailed", changes: [first] });
    expect(isShown(state)).toBe(true);
    expect(offered(state)).toEqual([entry(done, -1)]);
    expect(writable(state)).toHaveLength(1);
    expect(statusOf(state)).toMatchObject({ waiting: 1, unkept: 1, isInMemory: true });
  });

  test("is not written again where the cell was changed since", () => {
    const [again] = step(writing, { kind: "changed", changes: [undone] });
    const [state] = step(again, { kind: "writeFailed", changes: [first] });
    expect(writable(state).map(stateOf)).toEqual([false]);
    expect(isShown(state)).toBe(false);
  });

  test("is over, with what waits of the cell, when the server has it from memory", () => {
    const [listed] = step(writing, { kind: "listed", found: [entry(undone, 5)], before: [] });
    const [failed] = step(listed, { kind: "writeFailed", changes: [first] });
    const [state] = step(failed, { kind: "taken", changes: [entry(done, -1)] });
    expect(state).toMatchObject({ unkept: [], unsent: [], hasSaved: true });
    expect(offered(state)).toEqual([]);
  });
});

describe("what waits", () => {
  const waiting = stateAfter([{ kind: "listed", found: [entry(done, 7)], before: [] }]);

  test("is not brought back by an outbox that could not forget it", () => {
    const [sent] = step(waiting, { kind: "taken", changes: [entry(done, 7)] });
    const [state] = step(sent, { kind: "listed", found: [entry(done, 7)], before: [] });
    expect(offered(state)).toEqual([]);
  });

  test("stays when it came in while the outbox was looked through", () => {
    const [state] = step(waiting, { kind: "listed", found: [], before: [] });
    expect(state.unsent).toEqual([entry(done, 7)]);
    expect(step(waiting, { kind: "listed", found: [], before: waiting.unsent })[0].unsent).toEqual([]);
  });

  test("is the newest of each cell, in whatever order the peers tell it", () => {
    const [state] = step(waiting, { kind: "peerChanged", changes: [entry(undone, 3)] });
    expect(state.unsent).toEqual([entry(done, 7)]);
  });

  test("is told and not counted as waiting when it was refused", () => {
    const [state] = step(waiting, { kind: "refused", changes: waiting.unsent, reason: "No." });
    expect(statusOf(state)).toMatchObject({ waiting: 0, refused: 1 });
  });
});

describe("two tabs", () => {
  test("a peer's newer click takes the place of one that could not be written", () => {
    const [failed] = step(writing, { kind: "writeFailed", changes: [first] });
    const [state] = step(failed, { kind: "peerChanging", changes: [undone] });
    expect(offered(state)).toEqual([]);
    expect(effectsOf(failed, { kind: "peerChanging", changes: [undone] })).toEqual(["forget"]);
  });

  test("a peer's newer click is written once more after one that is being written, whatever becomes of that", () => {
    expect(effectsOf(writing, { kind: "peerChanging", changes: [undone] })).toEqual(["forget", "note", "write"]);
    const [overtaken] = step(writing, { kind: "peerChanging", changes: [undone] });
    for (const end of [
      { kind: "writeFailed", changes: [first] },
      { kind: "written", changes: [first], pending: [entry(done, 7)] },
    ] as const) {
      const [state] = step(overtaken, end);
      expect(writable(state)).toMatchObject([undone]);
    }
  });
});

test("a server that a peer has reached is not offline any more", () => {
  const offline = stateAfter([{ kind: "contacted", server: "unreachable" }]);
  const document = {
    path: "dailyleet/v1/data/ann",
    year: 2026,
    ticks: {},
    fields: {},
    version: "2026-03-05T08:00:02Z",
  };
  const [state] = step(offline, { kind: "peerStored", document });
  expect(statusOf(state)).toMatchObject({ server: "reached", hasSaved: true });
});

describe("a year", () => {
  const document = (ticks: Ticks, version: string): YearDocument => ({
    path: "dailyleet/v1/data/ann",
    year: 2026,
    ticks,
    fields: {},
    version,
  });
  const newer = document({ 1: { 1: true } }, "2026-03-05T08:00:02Z");
  const older = document({}, "2026-03-05T08:00:01Z");

  test("is unknown, then as it was kept, then as the server says, and not as it was kept again", () => {
    expect(viewOf(INITIAL_STATE, 2026).status).toBe("unknown");
    const cached = stateAfter([{ kind: "cacheRead", part: 2026, cells: { 2: { 2: true } } }]);
    expect(viewOf(cached, 2026)).toMatchObject({ status: "known", from: "cache" });
    const [read] = step(cached, { kind: "read", document: newer, before: undefined });
    expect(viewOf(read, 2026)).toMatchObject({ status: "known", from: "server", ticks: newer.ticks });
    expect(step(read, { kind: "cacheRead", part: 2026, cells: {} })[0]).toBe(read);
    expect(step(read, { kind: "assumed", part: 2026 })[0]).toBe(read);
  });

  test("is not shown older than a peer told while the server was asked", () => {
    const told = stateAfter([{ kind: "peerStored", document: newer }]);
    const [state, effects] = step(told, { kind: "read", document: older, before: undefined });
    expect(yearOf(state).ticks).toEqual(newer.ticks);
    expect(effects).toEqual([]);
    // What was asked for after that is believed, even if the server's clock went back.
    const [again] = step(told, { kind: "read", document: older, before: told.copies.get(2026) });
    expect(yearOf(again).ticks).toEqual({});
  });
});

test("what a dead replica noted is taken, but not over what was changed here since", () => {
  const leftovers: Event = { kind: "leftoversFound", changes: [done, { ...done, day: 65 }] };
  const state = stateAfter([{ kind: "changed", changes: [undone] }, leftovers]);
  expect(isShown(state)).toBe(false);
  expect(isDone(yearOf(state).ticks, { day: 65, source: 3 })).toBe(true);
});
