import type { SyncPolicy } from "@dailyleet/core";
import { after } from "../lib/wait.ts";
import { showKeptYear } from "./keptYear.ts";
import type { Line } from "./line.ts";
import { drawYear, hasLearnt, learnYear } from "./ticks.ts";
import { $today, $year } from "./today.ts";

/** Asks the server anew whenever there may be news: on focus, on reconnect, from time to time, in another year. */
export function keepFresh(line: Line, { rereadMs, newYearMs }: SyncPolicy): void {
  const { schedule, tabs, gone } = line;
  const refresh = () => {
    line.isReadDue = true;
    schedule.now();
  };
  const onVisibility = () => (document.hidden ? schedule.now() : refresh());
  window.addEventListener("online", refresh, { signal: gone });
  window.addEventListener("focus", refresh, { signal: gone });
  document.addEventListener("visibilitychange", onVisibility, { signal: gone });
  // A hidden page waits until it is seen.
  const look = () => document.hidden || refresh();
  const timer = setInterval(look, rereadMs);
  let cancelLook = () => {};
  let running = runningYear();
  const unbind = $year.listen(async (year) => {
    drawYear();
    const isNewYear = year === runningYear() && year !== running;
    running = runningYear();
    await showKeptYear(line.uid, gone);
    if (gone.aborted) return;
    if (!isNewYear) return look();
    // Nothing can be in it but what other devices have just put there, and not all pages shall ask at once.
    if (year !== null && !hasLearnt(year)) learnYear(year, {});
    cancelLook = after(Math.random() * newYearMs, look);
  });
  gone.addEventListener("abort", () => {
    clearInterval(timer);
    cancelLook();
    unbind();
    schedule.stop();
    tabs.close();
  });
}

const runningYear = () => $today.get()?.year ?? null;
