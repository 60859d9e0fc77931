import { civilDateAt, formatDate } from "@dailyleet/core";
import { type Finding, mend, ok } from "./finding.ts";

const TOLERANCE_MS = 5 * 60_000;
const ADVICE = "set date, time and zone of this computer";

/** `lastChange` is 0 when nothing was kept yet, `serverTime` null when no server was asked; all in milliseconds. */
export function checkClock(now: number, lastChange: number, serverTime: number | null): Finding {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found = `today is ${formatDate(civilDateAt(now))} in ${zone}`;
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
