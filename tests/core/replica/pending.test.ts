import { changesOf, type OutboxEntry, type TickChange } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { createPendingChanges, type Pending } from "../../../packages/core/src/replica/pending.ts";
import { tick, pending as unsent } from "../../support/changes.ts";

const done = tick(2026, 64, 3);
const undone = tick(2026, 64, 3, false);
const on = (day: number) => tick(2026, day, 3);
const entry = (change: TickChange, sequence: number): OutboxEntry => ({ change, sequence });
const [EARLIER, LATER] = ["2026-03-05T08:00:01Z", "2026-03-05T08:00:02Z"];
const NONE = new Set<number>();

/** Pending changes; `entries` are in the outbox. */
function start(...entries: OutboxEntry[]) {
  const pending = createPendingChanges();
  pending.listed(entries, NONE);
  const click = (change: TickChange) => pending.add(unsent(change), () => undefined)[0] as Pending;
  /** A click whose write to the outbox is under way. */
  const storing = (change: TickChange) => {
    const record = click(change);
    return { record, write: pending.beginStoring() };
  };
  /** A click that the outbox failed to store. */
  const unsaved = (change: TickChange) => {
    const { record, write } = storing(change);
    pending.failedToStore(write);
    return record;
  };
  return {
    ...pending,
    click,
    storing,
    unsaved,
    sends: (isRetry = true) => changesOf(pending.toSend(isRetry)),
    shows: () => changesOf(pending.all()),
  };
}

describe("a change that could not be stored", () => {
  test("is sent from memory behind the outbox's entries, and stored again", () => {
    const changes = start(entry(on(66), 6));
    changes.unsaved(done);
    expect(changes.sends()).toEqual([on(66), done]);
    expect(changesOf(changes.beginStoring())).toEqual([done]);
  });

  test("is not stored again where its cell was changed since", () => {
    const changes = start();
    const { write } = changes.storing(done);
    changes.click(undone);
    changes.failedToStore(write);
    expect([changesOf(changes.beginStoring()), changes.shows()]).toEqual([[undone], [undone]]);
  });

  test("ends older entries of its cell, and its note alone in the journal, when the server has it", () => {
    const changes = start(entry(undone, 5), entry(on(66), 6));
    const record = changes.unsaved(done);
    changes.unsaved(on(67));
    const sent = changes.toSend(false).filter(({ change }) => change.row !== 67);
    // Another tab reports late that it stored this entry.
    changes.learnEntries([entry(undone, 7)]);
    expect(changes.acknowledged(sent)).toEqual([record]);
    expect([changes.toForget().sort(), changes.sends()]).toEqual([[5, 6, 7], [on(67)]]);
  });

  test("is forgotten by the outbox when the server took it while it was being stored again", () => {
    const changes = start();
    changes.unsaved(done);
    const sent = changes.toSend(false);
    const again = changes.beginStoring();
    changes.acknowledged(sent);
    // The outbox may be listed before the write's promise resolves.
    changes.listed([entry(done, 7)], NONE);
    expect(changes.stored(again, [entry(done, 7)])).toEqual([]);
    expect([changes.toForget(), changes.sends(), changes.beginStoring()]).toEqual([[7], [], []]);
  });

  test("goes on when it is refused while it is being stored again", () => {
    const changes = start();
    changes.unsaved(done);
    const sent = changes.toSend(false);
    changes.beginStoring();
    expect(changes.refused(sent, "No.")).toEqual([]);
    expect(changes.all()).toMatchObject([{ stage: "storing", refused: null }]);
  });

  test("gives way to another tab's, which is written again behind a write under way", () => {
    const changes = start();
    changes.unsaved(done);
    expect(changes.giveWay([undone])).toMatchObject({ dropped: [{ change: done }], again: [] });
    const { write } = changes.storing(done);
    expect(changes.giveWay([undone])).toEqual({ dropped: [], again: unsent(undone) });
    changes.failedToStore(write);
    expect(changes.giveWay([undone])).toMatchObject({ dropped: [{ change: done }], again: [] });
  });

  test("ends an older entry of its cell that was listed again after it gave way to another tab's", () => {
    const changes = start(entry(undone, 5));
    changes.unsaved(done);
    const sent = changes.toSend(false);
    changes.giveWay([done]);
    changes.listed([entry(undone, 5)], NONE);
    changes.acknowledged(sent);
    expect([changes.toForget(), changes.sends(), changes.shows()]).toEqual([[5], [], []]);
  });
});

describe("a change being stored", () => {
  test("is shown and not sent, nor is what the outbox holds of its cell", () => {
    const changes = start(entry(undone, 5));
    changes.storing(done);
    expect([changes.sends(), changes.shows()]).toEqual([[], [done]]);
  });

  test("is told to other tabs alone, with the version of a commit that may still arrive", () => {
    const changes = start(entry(on(65), 5));
    const { write } = changes.storing(done);
    changes.attempted([done], LATER);
    expect(changes.stored(write, [entry(done, 7)])).toEqual([{ ...entry(done, 7), attempt: LATER }]);
  });

  test("stays behind a newer one, in whatever order the writes are answered", () => {
    const changes = start();
    const [{ write: first }, { write: second }] = [changes.storing(done), changes.storing(undone)];
    changes.stored(second, [entry(undone, 8)]);
    expect(changes.stored(first, [entry(done, 7)])).toEqual([]);
    expect(changes.toSend(false)).toMatchObject([{ change: undone, sequence: 8 }]);
  });

  test("is over when the server has a newer one of its cell, though its write is answered last", () => {
    const changes = start();
    const { write } = changes.storing(done);
    changes.unsaved(undone);
    changes.acknowledged(changes.toSend(false));
    changes.stored(write, [entry(done, 7)]);
    changes.listed([entry(done, 7)], NONE);
    expect([changes.shows(), changes.toForget()]).toEqual([[], [7]]);
  });

  test("is not over when the server has an older one of its cell", () => {
    const changes = start(entry(undone, 5));
    const sent = changes.toSend(false);
    const { write } = changes.storing(done);
    changes.acknowledged(sent);
    changes.stored(write, [entry(done, 7)]);
    expect([changes.sends(), changes.toForget()]).toEqual([[done], [5]]);
  });

  test("has the entry that the outbox gives it, also with a smaller number than one that was cleared away", () => {
    const changes = start(entry(undone, 7));
    const { write } = changes.storing(done);
    changes.stored(write, [entry(done, 1)]);
    changes.acknowledged(changes.toSend(false));
    expect(changes.toForget()).toEqual([1]);
  });
});

describe("an entry of the outbox", () => {
  test("that the server has is not sent again by an outbox that could not forget it, until that is done", () => {
    const changes = start(entry(done, 7));
    changes.acknowledged(changes.toSend(false));
    changes.listed([entry(done, 7)], NONE);
    expect([changes.sends(), changes.toForget()]).toEqual([[], [7]]);
    changes.forgotten([7]);
    expect(changes.sequences()).toEqual(NONE);
  });

  test("that the server has and the outbox has lost need not be forgotten", () => {
    const changes = start(entry(done, 7));
    changes.acknowledged(changes.toSend(false));
    changes.listed([], new Set([7]));
    expect(changes.toForget()).toEqual([]);
  });

  test("stays when it came in while the outbox was listed, and is gone when the outbox has lost it", () => {
    const changes = start(entry(done, 7));
    changes.listed([], NONE);
    expect(changes.sends()).toEqual([done]);
    changes.listed([], new Set([7]));
    expect(changes.sends()).toEqual([]);
  });

  test("that the outbox has lost takes no newer change of its cell with it", () => {
    const changes = start(entry(undone, 7));
    changes.unsaved(done);
    changes.listed([], new Set([7]));
    expect(changes.toSend(false)).toMatchObject([{ change: done, sequence: null }]);
  });

  test("that is listed again is the same, so that a sending under way ends its waiting", () => {
    const changes = start(entry(done, 7));
    const sent = changes.toSend(false);
    changes.listed([entry(done, 7)], new Set([7]));
    changes.acknowledged(sent);
    expect([changes.sends(), changes.toForget()]).toEqual([[], [7]]);
  });

  test("is sent in the order of the outbox, whoever told of it, and of its cell the newest alone", () => {
    const changes = start(entry(done, 7));
    changes.learnEntries([entry(on(65), 9), entry(on(66), 3), entry(undone, 5)]);
    expect(changes.sends()).toEqual([on(66), done, on(65)]);
    changes.learnEntries([entry(undone, 10)]);
    expect(changes.sends()).toEqual([on(66), on(65), undone]);
  });

  test("that was refused is sent last and on request alone, and stays so though the outbox failed to note it", () => {
    const changes = start(entry(done, 7), entry(on(65), 8));
    expect(changes.refused(changes.toSend(false).slice(0, 1), "No.")).toEqual([7]);
    changes.listed([entry(done, 7), entry(on(65), 8)], new Set([7, 8]));
    expect([changes.sends(false), changes.sends(true)]).toEqual([[on(65)], [on(65), done]]);
  });

  test("that another tab's sending had refused is learned as refused", () => {
    const changes = start(entry(done, 7));
    changes.listed([{ ...entry(done, 7), refused: "No." }], new Set([7]));
    expect(changes.all()).toMatchObject([{ refused: "No." }]);
  });

  test("tells a change that is made during a commit what that was based on, and the later version counts", () => {
    const changes = start(entry(done, 7));
    changes.attempted([done], LATER);
    changes.click(undone);
    changes.attempted([done], EARLIER);
    changes.learnEntries([{ ...entry(done, 7), attempt: EARLIER }]);
    expect(changes.all()).toMatchObject([{ change: undone, attempt: LATER }]);
  });
});
