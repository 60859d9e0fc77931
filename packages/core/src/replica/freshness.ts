import type { TableId } from "../changes/changes.ts";
import type { Pace, Timing } from "./ports.ts";
import type { Replica } from "./replica.ts";

interface FreshnessDeps {
  readonly replica: Pick<Replica, "sync" | "load" | "assume" | "status" | "hasOtherDevices">;
  readonly policy: SyncPolicy;
  readonly timing: Timing;
  /** Milliseconds since the epoch: `timing` may stand still while the device sleeps. */
  readonly clock: () => number;
  /** The year on the screen, and the other tables that are shown. */
  readonly watched: () => readonly [year: number, ...others: TableId[]];
  /** Whether the server has news since the last call. Absent where asking would cost a read. */
  readonly hasNews?: () => Promise<boolean>;
}

/**
 * Decides when a page asks the server again: when there may be news, and only while the page is visible. It is visible at
 * the start, and asks at once.
 */
export function keepFresh({ replica, policy, timing, clock, watched, hasNews }: FreshnessDeps) {
  let isSeen = true;
  let cancelReread = () => {};
  let cancelNewYear = () => {};
  /** The last request that the server has answered. */
  let last: { readonly tables: readonly TableId[]; readonly at: number } | null = null;
  const isReached = () => replica.status().server === "reached";
  const ask = async () => {
    const asked = { tables: watched(), at: clock() };
    last = null;
    await replica.sync({ tables: asked.tables });
    if (isReached()) last = asked;
  };
  const refresh = () => void ask();
  const refreshIfSeen = () => {
    if (isSeen) refresh();
  };
  /** A negative age is that of a clock that was set back. */
  const isFresh = () => {
    if (last === null || !isReached() || replica.hasOtherDevices()) return false;
    const { tables, at } = last;
    const age = clock() - at;
    return age >= 0 && age < policy.glanceMs && watched().every((table) => tables.includes(table));
  };
  /** Begins the time until the next reading anew, so that coming back does not ask twice. */
  const watch = () => {
    cancelReread();
    cancelReread = timing.after(policy.rereadMs, reread);
  };
  const reread = async () => {
    watch();
    if (!hasNews || (await hasNews())) refreshIfSeen();
  };
  refresh();
  watch();

  return {
    /** The page is visible, or has the focus. Asks the server unless it has just asked and no other device is in use. */
    seen() {
      isSeen = true;
      if (isFresh()) void replica.sync();
      else refresh();
      watch();
    },
    /** The page is hidden: what waits is sent. */
    hidden() {
      isSeen = false;
      cancelReread();
      void replica.sync();
    },
    /** The network is back or gone: the status changes at once, and what waits is sent. */
    networkChanged: () => (isSeen ? refresh() : void replica.sync()),
    async yearChosen() {
      await replica.load(watched());
      refreshIfSeen();
    },
    /** The year on the screen has just begun: it is empty, or nearly so. Spreads the requests of all open pages. */
    yearBegan() {
      replica.assume(watched()[0]);
      cancelNewYear();
      cancelNewYear = timing.after(timing.random() * policy.newYearMs, refreshIfSeen);
    },
    stop() {
      cancelReread();
      cancelNewYear();
    },
  };
}

export interface SyncPolicy {
  /** How often a visible page asks for other devices' ticks besides at focus. */
  readonly rereadMs: number;
  /** A page that comes into view asks only after so long, unless another device is in use. */
  readonly glanceMs: number;
  /** Within this time after New Year's midnight, at random, the open pages ask for the new year. */
  readonly newYearMs: number;
  /** How old the snapshot of a closed year may be for figures over all years. */
  readonly snapshotMs: number;
  readonly pace: Pace;
}

export const LOCAL_POLICY: SyncPolicy = {
  rereadMs: 2_000,
  glanceMs: 0,
  newYearMs: 0,
  snapshotMs: 0,
  pace: { quietMs: 100, burstMs: 500 },
};
/** Each read and write is billed, and Firestore takes one write a second to a document for long. */
export const CLOUD_POLICY: SyncPolicy = {
  rereadMs: 14_400_000,
  glanceMs: 600_000,
  newYearMs: 600_000,
  snapshotMs: 7 * 86_400_000,
  pace: { quietMs: 3_000, burstMs: 15_000 },
};
