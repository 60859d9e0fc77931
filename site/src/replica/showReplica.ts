import { NO_TICKS, type Replica } from "@dailyleet/core";
import { endSession } from "../app/session.ts";
import { $sync, NOTHING_TO_SAY } from "../app/status.ts";
import { $year } from "../app/today.ts";
import { $isKnown, $isRead, showTicks } from "./ticks.ts";

/** Keeps what the components read in step with the replica, until the function returned is called. */
export function showReplica(replica: Replica): () => void {
  let isOver = false;
  let unsubscribe = () => {};
  const showYear = (year: number) => {
    const { ticks, status } = replica.year(year);
    showTicks(ticks);
    $isKnown.set(status === "known");
  };
  const showStatus = () => {
    $sync.set(replica.status());
    if (replica.status().server === "signin-needed") endSession();
  };
  const unbind = $year.subscribe((year) => {
    unsubscribe();
    if (year === null) return;
    unsubscribe = replica.subscribe(year, () => showYear(year));
    const loaded = replica.load([year]);
    showYear(year);
    if ($isKnown.get()) $isRead.set(true);
    void loaded.then(() => isOver || $isRead.set(true));
  });
  const ends = [unbind, () => unsubscribe(), replica.subscribe("status", showStatus)];
  return () => {
    isOver = true;
    for (const end of ends) end();
    showTicks(NO_TICKS);
    $isKnown.set(false);
    $isRead.set(false);
    $sync.set(NOTHING_TO_SAY);
  };
}
