import { keepFresh, type Replica, type SyncPolicy } from "@dailyleet/core";
import { $today, $year } from "../app/today.ts";
import { timing } from "./openReplica.ts";
import { watchedParts } from "./watchedParts.ts";

/** Tells the replica when there may be news: on focus, on reconnect, in another year; until `over` fires. */
export function keepPageFresh(replica: Replica, policy: SyncPolicy, over: AbortSignal): void {
  const freshness = keepFresh({
    replica,
    policy,
    timing,
    clock: Date.now,
    looked: () => [$year.get() ?? runningYear(), ...watchedParts],
  });
  const seeOrHide = () => (document.hidden ? freshness.hidden() : freshness.seen());
  window.addEventListener("online", freshness.online, { signal: over });
  window.addEventListener("focus", freshness.seen, { signal: over });
  document.addEventListener("visibilitychange", seeOrHide, { signal: over });
  if (document.hidden) freshness.hidden();
  let running = runningYear();
  const unbind = $year.listen((year) => {
    const isNewYear = year === runningYear() && year !== running;
    running = runningYear();
    if (isNewYear) freshness.yearBegan();
    else void freshness.yearChosen();
  });
  over.addEventListener("abort", () => {
    unbind();
    freshness.stop();
  });
}

const runningYear = () => $today.get()?.year ?? Number.NaN;
