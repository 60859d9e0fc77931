import { formatDate } from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { todayOf } from "../../terminal/dates.ts";
import { zoneFault } from "../../terminal/environment.ts";
import { type Finding, mend, ok } from "./finding.ts";

const TOLERANCE_MS = 5 * 60_000;
const ADVICE = "set this computer's date, time and time zone";

/** `lastChange` is 0 when nothing was kept yet, `serverTime` null when no server was asked; both in milliseconds. */
export function checkClock(context: Context, lastChange: number, serverTime: number | null): Finding {
  const now = context.now();
  const zone = context.zone();
  const today = `today is ${formatDate(todayOf(context))}`;
  if (zone === null) {
    return mend("clock", `${today}. ${zoneFault(context.env)}`, "set TZ to a name such as Europe/Berlin");
  }
  const found = `${today} in ${zone}`;
  if (lastChange > now + TOLERANCE_MS) {
    return mend("clock", `${found}, but the database was changed last at ${timeText(lastChange)}`, ADVICE);
  }
  if (serverTime !== null && Math.abs(serverTime - now) > TOLERANCE_MS) {
    return mend("clock", `${found} at ${timeText(now)}, but the cloud says ${timeText(serverTime)}`, ADVICE);
  }
  return ok("clock", found);
}

function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace("T", " ").concat(" UTC");
}
