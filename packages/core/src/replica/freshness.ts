import type { TableId } from "../changes/changes.ts";
import type { Pace, Timing } from "./ports.ts";
import type { Replica } from "./replica.ts";

interface FreshnessDeps {
  readonly replica: Pick<Replica, "sync" | "load" | "assume" | "status" | "hasOtherDevices">;
  readonly policy: SyncPolicy;
  readonly timing: Timing;
  /** Milliseconds since the epoch. Not `timing.now`: that clock may stop while the device sleeps. */
  readonly clock: () => number;
  /** The year on the screen, and the other visible tables. */
  readonly watched: () => readonly [year: number, ...others: TableId[]];
  /** Whether the server's data changed since the last call. Absent if the check would cost a read. */
  readonly hasNews?: () => Promise<boolean>;
}

/**
 * Decides when a page reads from the server again: when the data may have changed, and only while the page is visible.
 * The page counts as visible at the start, and reads at once.
 */
export function keepFresh({ replica, policy, timing, clock, watched, hasNews }: FreshnessDeps) {
  let isSeen = true;
  let cancelReread = () => {};
  let cancelNewYear = () => {};
  /** The last request, if the server answered it. */
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
  /** The age is negative if the clock was set back. */
  const isFresh = () => {
    if (last === null || !isReached() || replica.hasOtherDevices()) return false;
    const { tables, at } = last;
    const age = clock() - at;
    return age >= 0 && age < policy.glanceMs && watched().every((table) => tables.includes(table));
  };
  /** Restarts the timer of the next read, so that a page that becomes visible does not read twice. */
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
    /**
     * Call when the page becomes visible or gets the focus. Reads unless the last read is recent and no other device is
     * in use.
     */
    seen() {
      isSeen = true;
      if (isFresh()) void replica.sync();
      else refresh();
      watch();
    },
    /** Call when the page is hidden. Sends the pending changes. */
    hidden() {
      isSeen = false;
      cancelReread();
      void replica.sync();
    },
    /** Call when the network is back or gone. Sends the pending changes, so that the status changes at once. */
    networkChanged: () => (isSeen ? refresh() : void replica.sync()),
    async yearChosen() {
      await replica.load(watched());
      refreshIfSeen();
    },
    /**
     * Call when the year on the screen has just begun. Assumes that it is empty; a random delay spreads the pages'
     * reads.
     */
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
  /** Interval at which a visible page reads other devices' changes. */
  readonly rereadMs: number;
  /** A page that becomes visible reads only if its last read is at least this old, or if another device is in use. */
  readonly glanceMs: number;
  /** Open pages read the new year at a random moment within this time after New Year's midnight. */
  readonly newYearMs: number;
  /** Maximum age of a closed year's snapshot for figures over all years. */
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
/** Firestore bills each read and write, and sustains one write a second to a document. */
export const CLOUD_POLICY: SyncPolicy = {
  rereadMs: 14_400_000,
  glanceMs: 600_000,
  newYearMs: 600_000,
  snapshotMs: 7 * 86_400_000,
  pace: { quietMs: 3_000, burstMs: 15_000 },
};
