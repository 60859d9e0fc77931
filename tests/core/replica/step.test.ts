import type { YearDocument } from "@dailyleet/core";
import { isDone, type PendingChange, stateOf, type TickChange, type Ticks } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import {
  type Event,
  INITIAL_STATE,
  type ReplicaState,
  type StagedChange,
  statusOf,
  toForget,
  toSend,
  toStore,
} from "../../../packages/core/src/replica/state.ts";
import { step } from "../../../packages/core/src/replica/step.ts";
import { type ShownYear, viewOf } from "../../../packages/core/src/replica/views.ts";

const CELL = { year: 2026, day: 64, source: 3 } as const;
const done: TickChange = { ...CELL, done: true };
const undone: TickChange = { ...CELL, done: false };
const row = (change: TickChange, sequence: number): PendingChange => ({ ...change, sequence });

function stateAfter(events: readonly Event[], first = INITIAL_STATE): ReplicaState {
  return events.reduce((state, event) => step(state, event)[0], first);
}
const effectsOf = (state: ReplicaState, event: Event) => step(state, event)[1].map(({ kind }) => kind);
const yearOf = (state: ReplicaState) => viewOf(state, 2026) as ShownYear;
const isShown = (state: ReplicaState) => isDone(yearOf(state).ticks, CELL);
const stagesOf = ({ changes }: ReplicaState) => changes.map(({ stage }) => stage);
const last = ({ changes }: ReplicaState) => changes.at(-1) as StagedChange;
const listed = (...found: PendingChange[]): Event => ({ kind: "listed", found, before: new Set() });

const clicked = stateAfter([{ kind: "changed", changes: [done] }]);
const click = last(clicked);
const storing = stateAfter([{ kind: "storing", changes: [click] }], clicked);
const unsaved = stateAfter([{ kind: "storingFailed", changes: [click] }], storing);

describe("a click", () => {
  test("is shown, noted and told before it is durable", () => {
    expect(isShown(clicked)).toBe(true);
    expect(effectsOf(INITIAL_STATE, { kind: "changed", changes: [done] })).toEqual(["note", "broadcast"]);
    expect(statusOf(clicked)).toMatchObject({ waiting: 1, unsaved: 0, isInMemory: false });
  });

  test("is stored as a row: its note is forgotten, the other tabs are told, and it is sent soon", () => {
    const event: Event = { kind: "stored", changes: [click], rows: [row(done, 7)] };
    expect(stagesOf(stateAfter([event], storing))).toEqual([{ kind: "stored", sequence: 7 }]);
    expect(effectsOf(storing, event)).toEqual(["forgetNote", "broadcast", "sendSoon"]);
  });

  test("is told to the other tabs alone, not with what else waits or the server has", () => {
    const other = row({ ...done, day: 65 }, 5);
    const state = stateAfter([listed(other, row({ ...done, day: 66 }, 6))], storing);
    const acknowledged = stateAfter([{ kind: "acknowledged", changes: [click] }], state);
    const stored: Event = { kind: "stored", changes: [click], rows: [row(done, 7)] };
    const told = (before: ReplicaState) => step(before, stored)[1].find(({ kind }) => kind === "broadcast");
    expect(told(state)).toMatchObject({ message: { kind: "changed", changes: [{ day: 64, sequence: 7 }] } });
    expect(told(acknowledged)).toMatchObject({ message: { changes: [] } });
  });

  test("is told to the other tabs with the version of a commit that may still arrive", () => {
    const version = "2026-03-05T08:00:00Z";
    const attempted = stateAfter([{ kind: "attempted", cells: [CELL], version }], storing);
    const stored: Event = { kind: "stored", changes: [click], rows: [row(done, 7)] };
    const told = (before: ReplicaState) => step(before, stored)[1].find(({ kind }) => kind === "broadcast");
    const message = (change: PendingChange) => ({ kind: "broadcast", message: { kind: "changed", changes: [change] } });
    expect(told(attempted)).toEqual(message({ ...row(done, 7), unanswered: version }));
    expect(told(storing)).toStrictEqual(message(row(done, 7)));
  });

  test("that is being stored again when the server refuses it goes on", () => {
    const again = stateAfter([{ kind: "storing", changes: [click] }], unsaved);
    const state = stateAfter([{ kind: "refused", changes: [click], reason: "No." }], again);
    expect(stagesOf(state)).toEqual([{ kind: "storing" }]);
    expect(statusOf(state)).toMatchObject({ waiting: 1, refused: 0 });
  });

  test("stays, is sent from memory and is stored again when its write has failed", () => {
    expect(isShown(unsaved)).toBe(true);
    expect(toSend(unsaved, false)).toMatchObject([done]);
    expect(toStore(unsaved)).toHaveLength(1);
    expect(statusOf(unsaved)).toMatchObject({ waiting: 1, unsaved: 1, isInMemory: true });
  });

  test("is not stored again where the cell was changed since", () => {
    const state = stateAfter(
      [
        { kind: "changed", changes: [undone] },
        { kind: "storingFailed", changes: [click] },
      ],
      storing,
    );
    expect(toStore(state).map(stateOf)).toEqual([false]);
    expect(isShown(state)).toBe(false);
  });

  test("is not sent while it is being stored, but what the outbox holds of the cell is", () => {
    const state = stateAfter([listed(row(undone, 5))], storing);
    expect(toSend(state, false)).toMatchObject([undone]);
    expect(isShown(state)).toBe(true);
  });

  test("takes its row with it when the server has it from memory", () => {
    const state = stateAfter([listed(row(undone, 5)), { kind: "acknowledged", changes: [click] }], unsaved);
    expect(state.hasSaved).toBe(true);
    expect(toForget(state)).toEqual([row(undone, 5)]);
    expect(toSend(state, true)).toEqual([]);
    expect(effectsOf(unsaved, { kind: "acknowledged", changes: [click] })).toEqual(["forgetNote"]);
  });

  test("is forgotten by the journal when the server has it, and no other click is", () => {
    const both = stateAfter(
      [{ kind: "changed", changes: [{ ...done, day: 65 }] }, listed(row({ ...done, day: 66 }, 5))],
      unsaved,
    );
    const forgotten = (changes: readonly StagedChange[]) => step(both, { kind: "acknowledged", changes })[1];
    expect(forgotten([click])).toMatchObject([{ kind: "forgetNote", changes: [done] }]);
    expect(forgotten(both.changes.filter(({ stage }) => stage.kind === "stored"))).toEqual([
      { kind: "forgetNote", changes: [] },
    ]);
  });

  test("is forgotten by the outbox when the server took it from memory while it was being stored again", () => {
    const state = stateAfter(
      [
        { kind: "storing", changes: [click] },
        { kind: "acknowledged", changes: [click] },
        { kind: "stored", changes: [click], rows: [row(done, 7)] },
      ],
      unsaved,
    );
    expect(toForget(state)).toEqual([row(done, 7)]);
    expect([toSend(state, true), toStore(state)]).toEqual([[], []]);
  });

  test("that is newer than what the server acknowledges stays", () => {
    const again = stateAfter([{ kind: "changed", changes: [undone] }], storing);
    const newer = last(again);
    const state = stateAfter(
      [
        { kind: "storing", changes: [newer] },
        { kind: "stored", changes: [newer], rows: [row(undone, 8)] },
        { kind: "acknowledged", changes: [click] },
        // Writes take effect in their order, but may be answered in another one.
        { kind: "stored", changes: [click], rows: [row(done, 7)] },
      ],
      again,
    );
    expect(state.changes).toMatchObject([{ ...undone, stage: { kind: "stored", sequence: 8 } }]);
  });
});

describe("a row of the outbox", () => {
  const waiting = stateAfter([listed(row(done, 7))]);

  test("that the server has is not sent again by an outbox that could not forget it, until that is done", () => {
    const sent = stateAfter([{ kind: "acknowledged", changes: waiting.changes }, listed(row(done, 7))], waiting);
    expect(toSend(sent, true)).toEqual([]);
    expect(toForget(sent)).toEqual([row(done, 7)]);
    expect(stateAfter([{ kind: "forgotten", rows: toForget(sent) }], sent).changes).toEqual([]);
    expect(stateAfter([{ kind: "listed", found: [], before: new Set([7]) }], sent).changes).toEqual([]);
  });

  test("has a number of its own beside the others, so that one is acknowledged without them", () => {
    const state = stateAfter([listed(row(done, 7), row({ ...done, day: 65 }, 8), row({ ...done, day: 66 }, 9))]);
    expect(new Set(state.changes.map(({ number }) => number)).size).toBe(3);
    const more = stateAfter([listed(row({ ...done, day: 67 }, 10)), { kind: "changed", changes: [undone] }], state);
    expect(new Set(more.changes.map(({ number }) => number)).size).toBe(more.changes.length);
  });

  test("is a new one where the outbox was cleared and gives a number anew", () => {
    const acknowledged = stateAfter([{ kind: "acknowledged", changes: waiting.changes }], waiting);
    const again = stateAfter([{ kind: "changed", changes: [{ ...undone, day: 65 }] }], acknowledged);
    const stored: Event = { kind: "stored", changes: [last(again)], rows: [row({ ...undone, day: 65 }, 7)] };
    const state = stateAfter([stored], again);
    expect([toForget(state), toSend(state, false)]).toMatchObject([[], [{ day: 65 }]]);
  });

  test("stays when it came in while the outbox was being listed, and is gone when the outbox has lost it", () => {
    expect(stateAfter([{ kind: "listed", found: [], before: new Set() }], waiting).changes).toHaveLength(1);
    expect(stateAfter([{ kind: "listed", found: [], before: new Set([7]) }], waiting).changes).toEqual([]);
  });

  test("is the same one when the outbox is listed again, so that a sending under way ends its waiting", () => {
    const again: Event = { kind: "listed", found: [row(done, 7)], before: new Set([7]) };
    const state = stateAfter([again, { kind: "acknowledged", changes: waiting.changes }], waiting);
    expect([toSend(state, true), toForget(state)]).toEqual([[], [row(done, 7)]]);
  });

  test("is the newest of its cell, in whatever order the other tabs tell it", () => {
    const state = stateAfter([{ kind: "peerSaid", message: { kind: "changed", changes: [row(undone, 3)] } }], waiting);
    expect(state.changes).toMatchObject(
      [row(done, 7)].map(({ sequence, ...change }) => ({ ...change, stage: { sequence } })),
    );
  });

  test("is sent in the order of the rows, whoever told of them, and of its cell the newest alone", () => {
    const told = [row({ ...done, day: 65 }, 9), row({ ...done, day: 66 }, 3), row(undone, 5)];
    const state = stateAfter([{ kind: "peerSaid", message: { kind: "changed", changes: told } }], waiting);
    expect(toSend(state, false)).toMatchObject([{ day: 66 }, { day: 64, done: true }, { day: 65 }]);
    expect(isShown(state)).toBe(true);
  });

  test("that was refused is told, not waited for, and sent last and on request alone", () => {
    const other = row({ ...done, day: 65 }, 8);
    const event: Event = { kind: "refused", changes: waiting.changes, reason: "No." };
    const state = stateAfter([listed(row(done, 7), other), event], waiting);
    expect(statusOf(state)).toMatchObject({ waiting: 1, refused: 1 });
    expect(toSend(state, false)).toMatchObject([{ day: 65 }]);
    expect(toSend(state, true)).toMatchObject([{ day: 65 }, { day: 64 }]);
  });

  test("tells a change that is made during a commit what it was based on", () => {
    const state = stateAfter(
      [
        { kind: "attempted", cells: [CELL], version: "2026-03-05T08:00:02Z" },
        { kind: "changed", changes: [undone] },
        { kind: "attempted", cells: [CELL], version: "2026-03-05T08:00:01Z" },
      ],
      waiting,
    );
    expect(state.changes.map(({ unanswered }) => unanswered)).toEqual(Array(2).fill("2026-03-05T08:00:02Z"));
  });
});

describe("two tabs", () => {
  const changing: Event = { kind: "peerSaid", message: { kind: "changing", changes: [undone] } };

  test("another tab's newer click takes the place of one that could not be stored", () => {
    expect(toSend(stateAfter([changing], unsaved), true)).toEqual([]);
    expect(effectsOf(unsaved, changing)).toEqual(["forgetNote"]);
  });

  test("another tab's newer click is stored once more after one that is being stored, whatever becomes of that", () => {
    expect(effectsOf(storing, changing)).toEqual(["forgetNote", "note", "store"]);
    const overtaken = stateAfter([changing], storing);
    for (const end of [
      { kind: "storingFailed", changes: [click] },
      { kind: "stored", changes: [click], rows: [row(done, 7)] },
    ] as const) {
      expect(toStore(stateAfter([end], overtaken))).toMatchObject([undone]);
    }
  });
});

test("a server that another tab has reached is not offline any more", () => {
  const offline = stateAfter([{ kind: "contacted", server: "unreachable" }]);
  const document = {
    path: "dailyleet/v1/data/ann",
    year: 2026,
    ticks: {},
    fields: {},
    version: "2026-03-05T08:00:02Z",
  };
  const state = stateAfter([{ kind: "peerSaid", message: { kind: "stored", document } }], offline);
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
    const cached = stateAfter([{ kind: "cacheRead", table: 2026, cells: { 2: { 2: true } } }]);
    expect(viewOf(cached, 2026)).toMatchObject({ status: "known", from: "cache" });
    const [read] = step(cached, { kind: "read", document: newer, before: INITIAL_STATE.snapshots });
    expect(viewOf(read, 2026)).toMatchObject({ status: "known", from: "server", ticks: newer.ticks });
    expect(step(read, { kind: "cacheRead", table: 2026, cells: {} })[0]).toBe(read);
    expect(step(read, { kind: "assumed", table: 2026 })[0]).toEqual(read);
  });

  test("is not known from an open document that has none yet", () => {
    const legacy = { ...newer, year: null };
    expect(step(INITIAL_STATE, { kind: "wrote", document: legacy, before: INITIAL_STATE.snapshots })).toEqual([
      INITIAL_STATE,
      [],
    ]);
  });

  test("that the server shows again as it is known changes nothing and is not written to the cache again", () => {
    const known = stateAfter([{ kind: "read", document: newer, before: INITIAL_STATE.snapshots }]);
    const [state, effects] = step(known, { kind: "read", document: newer, before: known.snapshots });
    expect([state.snapshots === known.snapshots, effects]).toEqual([true, []]);
    const fresh = document({ 1: { 1: true } }, "2026-03-05T08:00:03Z");
    expect(effectsOf(known, { kind: "read", document: fresh, before: INITIAL_STATE.snapshots })).toEqual(["keep"]);
  });

  test("is not shown older than another tab told while the server was asked", () => {
    const told = stateAfter([{ kind: "peerSaid", message: { kind: "stored", document: newer } }]);
    const [state, effects] = step(told, { kind: "read", document: older, before: INITIAL_STATE.snapshots });
    expect(yearOf(state).ticks).toEqual(newer.ticks);
    expect(effects).toEqual([]);
    // What was asked for after that is believed, even if the server's clock went back.
    const [again] = step(told, { kind: "read", document: older, before: told.snapshots });
    expect(yearOf(again).ticks).toEqual({});
  });

  test("is not shown older than another tab's document that comes late", () => {
    const known = stateAfter([{ kind: "read", document: newer, before: INITIAL_STATE.snapshots }]);
    const late = stateAfter([{ kind: "peerSaid", message: { kind: "stored", document: older } }], known);
    expect(yearOf(late).ticks).toEqual(newer.ticks);
  });
});

test("an outbox that failed is told until it answers again", () => {
  const failing = stateAfter([{ kind: "outboxFailed" }]);
  expect(statusOf(failing).isInMemory).toBe(true);
  expect(statusOf(stateAfter([listed()], failing)).isInMemory).toBe(false);
});

test("what a dead replica noted is taken, but not over what was changed here since", () => {
  const leftovers: Event = { kind: "leftoversFound", changes: [done, { ...done, day: 65 }] };
  const state = stateAfter([{ kind: "changed", changes: [undone] }, leftovers]);
  expect(isShown(state)).toBe(false);
  expect(isDone(yearOf(state).ticks, { day: 65, source: 3 })).toBe(true);
});
