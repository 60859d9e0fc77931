import { changesOf, isDone, type OutboxEntry, type TickChange, type Ticks, type YearDocument } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  INITIAL_STATE,
  type ReplicaState,
  type StagedChange,
  statusOf,
  toForget,
  toSend,
  toStore,
} from "../../../packages/core/src/replica/state.ts";
import {
  onAcknowledged,
  onAttempt,
  onCacheRead,
  onChange,
  onForgotten,
  onLeftovers,
  onListed,
  onPeerMessage,
  onRead,
  onReadable,
  onRefused,
  onStored,
  onStoring,
  onStoringFailed,
  onWritten,
  type Step,
  sameIfEqual,
} from "../../../packages/core/src/replica/transitions.ts";
import { viewOf } from "../../../packages/core/src/replica/views.ts";
import { pending, tick } from "../../support/changes.ts";

const done = tick(2026, 64, 3);
const undone = tick(2026, 64, 3, false);
const on = (day: number) => tick(2026, day, 3);
const entry = (change: TickChange, sequence: number): OutboxEntry => ({ change, sequence });

type Transition<Args extends unknown[]> = (state: ReplicaState, ...args: Args) => Step | ReplicaState;

/** A state on which more transitions follow. */
function at(state: ReplicaState) {
  const last = state.changes.at(-1) as StagedChange;
  return {
    state,
    last,
    after<Args extends unknown[]>(transition: Transition<Args>, ...args: Args) {
      const next = transition(state, ...args);
      return at("snapshots" in next ? next : next[0]);
    },
    /** What the transition wants done. */
    effects: <Args extends unknown[]>(transition: (state: ReplicaState, ...args: Args) => Step, ...args: Args) =>
      transition(state, ...args)[1],
    stages: state.changes.map(({ stage }) => stage),
    ticks: viewOf(state, 2026).cells as Ticks,
    isShown: isDone(viewOf(state, 2026).cells as Ticks, done),
  };
}
const kinds = (effects: Step[1]) => effects.map(({ kind }) => kind);

const start = at(INITIAL_STATE);
const clicked = start.after(onChange, [done]);
const click = clicked.last;
const beingStored = clicked.after(onStoring, [click]);
const unsaved = beingStored.after(onStoringFailed, [click]);
const waiting = start.after(onListed, [entry(done, 7)], new Set());
const NONE = new Set<number>();

describe("a click", () => {
  test("is shown, noted and told before it is durable", () => {
    expect(clicked.isShown).toBe(true);
    expect(kinds(start.effects(onChange, [done]))).toEqual(["journal", "broadcast"]);
    expect(statusOf(clicked.state)).toMatchObject({ waiting: 1, isInMemory: false });
  });

  test("is stored as a row: its note is forgotten, the other tabs are told, and it is sent soon", () => {
    expect(beingStored.after(onStored, [click], [entry(done, 7)]).stages).toEqual([{ kind: "stored", sequence: 7 }]);
    expect(kinds(beingStored.effects(onStored, [click], [entry(done, 7)]))).toEqual(["erase", "broadcast", "sendSoon"]);
  });

  test("is told to the other tabs alone, with the version of a commit that may still arrive", () => {
    const told = (before: typeof start) =>
      before.effects(onStored, [click], [entry(done, 7)]).find(({ kind }) => kind === "broadcast");
    const message = (...entries: OutboxEntry[]) => ({ kind: "broadcast", message: { kind: "stored", entries } });
    const others = beingStored.after(onListed, [entry(on(65), 5), entry(on(66), 6)], NONE);
    expect(told(others)).toEqual(message(entry(done, 7)));
    expect(told(others.after(onAcknowledged, [click]))).toEqual(message());
    const attempt = "2026-03-05T08:00:00Z";
    expect(told(beingStored.after(onAttempt, [done], attempt))).toEqual(message({ ...entry(done, 7), attempt }));
  });

  test("that is being stored again when the server refuses it goes on", () => {
    const again = unsaved.after(onStoring, [click]).after(onRefused, [click], "No.");
    expect(again.stages).toEqual([{ kind: "storing" }]);
    expect(statusOf(again.state)).toMatchObject({ waiting: 1, refused: 0 });
  });

  test("whose write has failed is sent from memory and stored again, but not where the cell was changed since", () => {
    expect([toSend(unsaved.state, false), toStore(unsaved.state)].map(changesOf)).toEqual([[done], [done]]);
    const since = beingStored.after(onChange, [undone]).after(onStoringFailed, [click]);
    expect([changesOf(toStore(since.state)), since.isShown]).toEqual([[undone], false]);
  });

  test("is not sent while it is being stored, but what the outbox holds of the cell is", () => {
    const both = beingStored.after(onListed, [entry(undone, 5)], NONE);
    expect([changesOf(toSend(both.state, false)), both.isShown]).toEqual([[undone], true]);
  });

  test("takes its row with it when the server has it from memory", () => {
    const { state } = unsaved.after(onListed, [entry(undone, 5)], NONE).after(onAcknowledged, [click]);
    expect(state.hasSaved).toBe(true);
    expect([toForget(state), toSend(state, true)]).toEqual([[5], []]);
  });

  test("is forgotten by the journal when the server has it, and no other click is", () => {
    const both = unsaved.after(onChange, [on(65)]).after(onListed, [entry(on(66), 5)], NONE);
    const rows = both.state.changes.filter(({ stage }) => stage.kind === "stored");
    expect(both.effects(onAcknowledged, [click])).toMatchObject([{ kind: "erase", changes: [{ change: done }] }]);
    expect(both.effects(onAcknowledged, rows)).toEqual([{ kind: "erase", changes: [] }]);
  });

  test("is forgotten by the outbox when the server took it from memory while it was being stored again", () => {
    const taken = unsaved.after(onStoring, [click]).after(onAcknowledged, [click]);
    const { state } = taken.after(onStored, [click], [entry(done, 7)]);
    expect([toForget(state), toSend(state, true), toStore(state)]).toEqual([[7], [], []]);
  });

  test("that is newer than what the server acknowledges stays", () => {
    const again = beingStored.after(onChange, [undone]);
    const newer = again.after(onStoring, [again.last]).after(onStored, [again.last], [entry(undone, 8)]);
    // Writes take effect in their order, but may be answered in another one.
    const { state } = newer.after(onAcknowledged, [click]).after(onStored, [click], [entry(done, 7)]);
    expect(state.changes).toMatchObject([{ change: undone, stage: { kind: "stored", sequence: 8 } }]);
  });
});

describe("a row of the outbox", () => {
  test("that the server has is not sent again by an outbox that could not forget it, until that is done", () => {
    const sent = waiting.after(onAcknowledged, waiting.state.changes).after(onListed, [entry(done, 7)], NONE);
    expect([toSend(sent.state, true), toForget(sent.state)]).toEqual([[], [7]]);
    expect(sent.after(onForgotten, toForget(sent.state)).stages).toEqual([]);
    expect(sent.after(onListed, [], new Set([7])).stages).toEqual([]);
  });

  test("has a number of its own beside the others, so that one is acknowledged without them", () => {
    const three = start.after(onListed, [entry(done, 7), entry(on(65), 8), entry(on(66), 9)], NONE);
    const { changes } = three.after(onListed, [entry(on(67), 10)], NONE).after(onChange, [undone]).state;
    expect(new Set(changes.map(({ number }) => number)).size).toBe(5);
  });

  test("stays when it came in while the outbox was being listed, and is gone when the outbox has lost it", () => {
    expect(waiting.after(onListed, [], NONE).stages).toHaveLength(1);
    expect(waiting.after(onListed, [], new Set([7])).stages).toEqual([]);
  });

  test("is the same one when the outbox is listed again, so that a sending under way ends its waiting", () => {
    const again = waiting.after(onListed, [entry(done, 7)], new Set([7]));
    const { state } = again.after(onAcknowledged, waiting.state.changes);
    expect([toSend(state, true), toForget(state)]).toEqual([[], [7]]);
  });

  test("is sent in the order of the rows, whoever told of them, and of its cell the newest alone", () => {
    const told = [entry(on(65), 9), entry(on(66), 3), entry(undone, 5)];
    const all = waiting.after(onPeerMessage, { kind: "stored", entries: told });
    expect(changesOf(toSend(all.state, false))).toEqual([on(66), done, on(65)]);
    expect([all.state.changes.length, all.isShown]).toEqual([3, true]);
  });

  test("that was refused is told, not waited for, and sent last and on request alone", () => {
    const both = start.after(onListed, [entry(done, 7), entry(on(65), 8)], NONE);
    const { state } = both.after(onRefused, both.state.changes.slice(0, 1), "No.");
    expect(statusOf(state)).toMatchObject({ waiting: 1, refused: 1 });
    expect([toSend(state, false), toSend(state, true)].map(changesOf)).toEqual([[on(65)], [on(65), done]]);
  });

  test("tells a change that is made during a commit what it was based on", () => {
    const [earlier, later] = ["2026-03-05T08:00:01Z", "2026-03-05T08:00:02Z"];
    const { state } = waiting
      .after(onAttempt, [done], later)
      .after(onChange, [undone])
      .after(onAttempt, [done], earlier);
    expect(state.changes.map(({ attempt }) => attempt)).toEqual([later, later]);
  });
});

describe("two tabs", () => {
  const changing = { kind: "changing", changes: [undone] } as const;
  const document: YearDocument = { path: "open", table: 2026, cells: {}, fields: {}, version: "2026-03-05T08:00:02Z" };

  test("another tab's newer click takes the place of one that could not be stored", () => {
    expect(toSend(unsaved.after(onPeerMessage, changing).state, true)).toEqual([]);
    expect(kinds(unsaved.effects(onPeerMessage, changing))).toEqual(["erase"]);
  });

  test("another tab's newer click is stored once more after one that is being stored, whatever becomes of that", () => {
    expect(kinds(beingStored.effects(onPeerMessage, changing))).toEqual(["erase", "journal", "store"]);
    const overtaken = beingStored.after(onPeerMessage, changing);
    expect(toStore(overtaken.after(onStoringFailed, [click]).state)).toMatchObject([{ change: undone }]);
    expect(toStore(overtaken.after(onStored, [click], [entry(done, 7)]).state)).toMatchObject([{ change: undone }]);
  });

  test("a server that another tab has reached is not offline any more", () => {
    const offline = at({ ...INITIAL_STATE, server: "unreachable" });
    const { state } = offline.after(onPeerMessage, { kind: "acknowledged", document });
    expect(statusOf(state)).toMatchObject({ server: "reached", hasSaved: true });
  });
});

describe("a year", () => {
  const document = (ticks: Ticks, second: number): YearDocument => ({
    path: "open",
    table: 2026,
    cells: ticks,
    fields: {},
    version: `2026-03-05T08:00:0${second}Z`,
  });
  const [older, newer] = [document({}, 1), document({ 1: { 1: true } }, 2)];
  const { snapshots } = INITIAL_STATE;
  const known = start.after(onRead, newer, snapshots);

  test("is unknown, then as it was kept, then as the server says, and not as it was kept again", () => {
    expect(viewOf(INITIAL_STATE, 2026).status).toBe("unknown");
    const cached = start.after(onCacheRead, 2026, { 2: { 2: true } });
    expect(viewOf(cached.state, 2026)).toMatchObject({ status: "known", from: "cache" });
    const { state } = cached.after(onRead, newer, snapshots);
    expect(viewOf(state, 2026)).toMatchObject({ status: "known", from: "server", cells: newer.cells });
    expect(onCacheRead(state, 2026, {})).toBe(state);
    expect(onReadable(state, 2026)).toEqual(state);
  });

  test("is not known from an open document that has none yet", () => {
    expect(onWritten(INITIAL_STATE, { ...newer, table: null }, snapshots)).toEqual([INITIAL_STATE, []]);
  });

  test("that the server shows again as it is known changes nothing and is not written to the cache again", () => {
    expect(known.after(onRead, newer, known.state.snapshots).state.snapshots).toBe(known.state.snapshots);
    expect(known.effects(onRead, newer, known.state.snapshots)).toEqual([]);
    expect(kinds(known.effects(onRead, { ...newer, version: "2026-03-05T08:00:03Z" }, snapshots))).toEqual(["cache"]);
  });

  test("is not shown older than another tab told while the server was asked", () => {
    const told = start.after(onPeerMessage, { kind: "acknowledged", document: newer });
    expect(told.after(onRead, older, snapshots).ticks).toEqual(newer.cells);
    expect(told.effects(onRead, older, snapshots)).toEqual([]);
    expect(told.after(onRead, older, snapshots).state.hasOtherDevices).toBe(false);
    // What was asked for after that is believed, even if the server's clock went back.
    expect(told.after(onRead, older, told.state.snapshots).ticks).toEqual({});
  });

  test("is not shown older than another tab's document that comes late", () => {
    expect(known.after(onPeerMessage, { kind: "acknowledged", document: older }).ticks).toEqual(newer.cells);
  });
});

test("an outbox that failed is told until it answers again", () => {
  const failing = at({ ...INITIAL_STATE, isOutboxFailing: true });
  expect(statusOf(failing.state).isInMemory).toBe(true);
  expect(statusOf(failing.after(onListed, [], NONE).state).isInMemory).toBe(false);
});

test("what a dead replica noted is taken, but not over what was changed here since", () => {
  const { isShown, ticks } = start.after(onChange, [undone]).after(onLeftovers, pending(done, on(65)));
  expect([isShown, ticks[65]]).toEqual([false, { 3: true }]);
});

test("cells are the old object exactly where they say the same: what is absent, false or 0 is empty", () => {
  const row = fc.dictionary(fc.constantFrom("1", "2", "2026-03-05"), fc.constantFrom(true, false, 0, 3));
  const cells = fc.dictionary(fc.constantFrom("1", "2", "constructor"), row) as fc.Arbitrary<Ticks>;
  const said = (of: Ticks) =>
    Object.entries(of).flatMap(([name, row]) =>
      Object.entries(row).flatMap(([column, state]) => (state ? `${name} ${column} ${state}` : [])),
    );
  fc.assert(
    fc.property(cells, cells, (before, after) => {
      const isSame = String(said(before).sort()) === String(said(after).sort());
      expect(sameIfEqual(before, after)).toBe(isSame ? before : after);
    }),
  );
  const before: Ticks = { 64: { 1: true }, 65: { 2: false } };
  expect(sameIfEqual(before, { 64: { 1: true, 3: false } })).toBe(before);
});
