import type { Part } from "../changes/changes.ts";
import type { SyncPolicy } from "./policy.ts";
import type { Timing } from "./ports.ts";
import type { Replica } from "./replica.ts";

export interface FreshnessDeps {
  readonly replica: Pick<Replica, "sync" | "load" | "assume" | "status" | "hasOtherDevices">;
  readonly policy: SyncPolicy;
  readonly timing: Timing;
  /** Milliseconds since the epoch: `timing` may stand still while the device sleeps. */
  readonly clock: () => number;
  /** The year that is looked at, first, and what else is. */
  readonly looked: () => readonly [year: number, ...others: Part[]];
}

/** When a page asks the server anew: whenever there may be news, and only while somebody looks at it. */
export interface Freshness {
  /** The page is seen, or has the focus. Asks nothing where that was done a moment ago and nobody else is at work. */
  seen(): void;
  /** Nobody looks any more; what waits is sent now. */
  hidden(): void;
  /** There is a network again; what waits is sent in any case. */
  online(): void;
  /** Another year is looked at. */
  yearChosen(): Promise<void>;
  /** The running year, which is looked at, has begun at this moment. */
  yearBegan(): void;
  stop(): void;
}

/** Begins with a page that is seen, and with a look. */
export function keepFresh({ replica, policy, timing, clock, looked }: FreshnessDeps): Freshness {
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
    cancelReread = timing.after(policy.rereadMs, () => {
      refresh();
      watch();
    });
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
    online: () => (isSeen ? refresh() : void replica.sync()),
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
