import { keepFresh, type Replica, type SyncPolicy } from "@dailyleet/core";
import { http } from "../app/http.ts";
import { $today, $year } from "../app/today.ts";
import { timing } from "./openReplica.ts";
import { watchedParts } from "./watchedParts.ts";

/** Tells the replica when there may be news: on focus, with the network, in another year; until `over` fires. */
export function keepPageFresh(replica: Replica, policy: SyncPolicy, isLocal: boolean, over: AbortSignal): void {
  const freshness = keepFresh({
    replica,
    policy,
    timing,
    clock: Date.now,
    looked: () => [$year.get() ?? runningYear(), ...watchedParts],
    ...(isLocal && { hasNews: createLocalLook() }),
  });
  const seeOrHide = () => (document.hidden ? freshness.hidden() : freshness.seen());
  for (const type of ["online", "offline"]) window.addEventListener(type, freshness.networkChanged, { signal: over });
  window.addEventListener("focus", freshness.seen, { signal: over });
  document.addEventListener("visibilitychange", seeOrHide, { signal: over });
  window.addEventListener("pagehide", replica.sendOnExit, { signal: over });
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

/** Whether the local server's database has changed, or the server has come or gone. A terminal beside the page tells nobody. */
function createLocalLook(): () => Promise<boolean> {
  let last: string | null = null;
  return async () => {
    const before = last;
    last = await http({ method: "GET", url: "/changes", server: "the local server" }).then(
      ({ body }) => body,
      () => null,
    );
    return last !== before;
  };
}

const runningYear = () => $today.get()?.year ?? Number.NaN;
