import type { Part } from "../changes/changes.ts";
import type { SyncPolicy } from "./policy.ts";
import type { Timing } from "./ports.ts";
import type { Replica } from "./replica.ts";

export interface FreshnessParts {
  readonly replica: Pick<Replica, "sync" | "load" | "assume">;
  readonly policy: SyncPolicy;
  readonly timing: Timing;
  /** The year that is looked at, first, and what else is. */
  readonly looked: () => readonly [year: number, ...others: Part[]];
}

/** When a page asks the server anew: whenever there may be news, and only while somebody looks at it. */
export interface Freshness {
  /** The page is seen, or has the focus. */
  seen(): void;
  /** Nobody looks any more; what waits is sent now. */
  hidden(): void;
  /** There is a network again. */
  online(): void;
  /** Another year is looked at. */
  yearChosen(): Promise<void>;
  /** The running year, which is looked at, has begun at this moment. */
  yearBegan(): void;
  stop(): void;
}

/** Begins with a page that is seen. */
export function keepFresh({ replica, policy, timing, looked }: FreshnessParts): Freshness {
  let isSeen = true;
  let cancelReread = () => {};
  let cancelNewYear = () => {};
  const refresh = () => void replica.sync({ parts: looked() });
  const look = () => {
    if (isSeen) refresh();
  };
  /** Counted from the last look, so that coming back does not ask twice. */
  const watch = () => {
    cancelReread();
    cancelReread = timing.after(policy.rereadMs, () => {
      refresh();
      watch();
    });
  };
  watch();

  return {
    seen() {
      isSeen = true;
      refresh();
      watch();
    },
    hidden() {
      isSeen = false;
      cancelReread();
      void replica.sync();
    },
    online: refresh,
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
