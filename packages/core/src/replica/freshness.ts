import type { Part } from "../changes/changes.ts";
import type { Timing } from "./ports.ts";
import type { Replica } from "./replica.ts";
import type { Pace } from "./syncLoop.ts";

interface FreshnessDeps {
  readonly replica: Pick<Replica, "sync" | "load" | "assume" | "status" | "hasOtherDevices">;
  readonly policy: SyncPolicy;
  readonly timing: Timing;
  /** Milliseconds since the epoch: `timing` may stand still while the device sleeps. */
  readonly clock: () => number;
  /** The year that is looked at, first, and what else is. */
  readonly looked: () => readonly [year: number, ...others: Part[]];
  /** Whether the server has anything new since the last call, where that can be asked for next to nothing. */
  readonly hasNews?: () => Promise<boolean>;
}

/** When a page asks the server anew: whenever there may be news, and only while somebody looks at it. */
interface Freshness {
  /** The page is seen, or has the focus. Asks nothing where that was done a moment ago and nobody else is at work. */
  seen(): void;
  /** Nobody looks any more; what waits is sent now. */
  hidden(): void;
  /** The network is back or gone, which the status says at once; what waits is sent in any case. */
  networkChanged(): void;
  /** Another year is looked at. */
  yearChosen(): Promise<void>;
  /** The running year, which is looked at, has begun at this moment. */
  yearBegan(): void;
  stop(): void;
}

/** Begins with a page that is seen, and with a look. */
export function keepFresh({ replica, policy, timing, clock, looked, hasNews }: FreshnessDeps): Freshness {
  let isSeen = true;
  let cancelReread = () => {};
  let cancelNewYear = () => {};
  /** The last look, when the server has answered it. */
  let last: { readonly parts: readonly Part[]; readonly at: number } | null = null;
  const isReached = () => replica.status().server === "reached";
  const ask = async () => {
    const asked = { parts: looked(), at: clock() };
    last = null;
    await replica.sync({ parts: asked.parts });
    if (isReached()) last = asked;
  };
  const refresh = () => void ask();
  const look = () => {
    if (isSeen) refresh();
  };
  /** A clock that was set back says nothing. */
  const isFresh = () => {
    if (last === null || !isReached() || replica.hasOtherDevices()) return false;
    const { parts, at } = last;
    const age = clock() - at;
    return age >= 0 && age < policy.glanceMs && looked().every((part) => parts.includes(part));
  };
  /** Counted from the last look, so that coming back does not ask twice. */
  const watch = () => {
    cancelReread();
    cancelReread = timing.after(policy.rereadMs, reread);
  };
  const reread = async () => {
    watch();
    if (!hasNews || (await hasNews())) look();
  };
  refresh();
  watch();

  return {
    seen() {
      isSeen = true;
      if (isFresh()) void replica.sync();
      else refresh();
      watch();
    },
    hidden() {
      isSeen = false;
      cancelReread();
      void replica.sync();
    },
    networkChanged: () => (isSeen ? refresh() : void replica.sync()),
    async yearChosen() {
      await replica.load(looked());
      look();
    },
    yearBegan() {
      // Nothing can be in it but what other devices have just put there, and not all pages shall ask at once.
      replica.assume(looked()[0]);
      cancelNewYear();
      cancelNewYear = timing.after(timing.random() * policy.newYearMs, look);
    },
    stop() {
      cancelReread();
      cancelNewYear();
    },
  };
}

/** How a replica that lives for long spares the server. */
export interface SyncPolicy {
  /** How often a page that is seen looks for other devices' ticks besides at focus. */
  readonly rereadMs: number;
  /** How long what a page has read is good enough when it comes into view, for somebody with no other device in use. */
  readonly glanceMs: number;
  /** Within which time the pages that are open over New Year's midnight begin the new year on the server. */
  readonly newYearMs: number;
  /** For how long the copy of a year that is over is good enough for what is counted over all years. */
  readonly copyMs: number;
  readonly pace?: Pace;
}

export const LOCAL_POLICY: SyncPolicy = {
  rereadMs: 2_000,
  glanceMs: 0,
  newYearMs: 0,
  copyMs: 0,
  pace: { quietMs: 100, burstMs: 500 },
};
/** Each read and write is billed, and Firestore takes one write a second to a document for long. */
export const CLOUD_POLICY: SyncPolicy = {
  rereadMs: 14_400_000,
  glanceMs: 600_000,
  newYearMs: 600_000,
  copyMs: 7 * 86_400_000,
  pace: { quietMs: 3_000, burstMs: 15_000 },
};
