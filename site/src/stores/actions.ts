import { type DayNumber, type SourceNumber, sendable } from "@dailyleet/core";
import { forgetKept, KEPT_PERSON, keptYears, readKept } from "../lib/kept.ts";
import { alone } from "../lib/tabs.ts";
import { wait } from "../lib/wait.ts";
import { disconnect } from "./connection.ts";
import { exchange } from "./exchange.ts";
import { $line, outbox } from "./line.ts";
import { signOut } from "./session.ts";
import { $leftBehind, $sync } from "./status.ts";
import { submit } from "./submit.ts";
import { clickCell } from "./ticks.ts";
import { $year } from "./today.ts";

const LAST_SEND_MS = 3_000;

/** A click on a tick asks for the opposite. */
export async function toggleCell(day: DayNumber, source: SourceNumber): Promise<void> {
  const line = $line.get();
  const year = $year.get();
  if (line === null || year === null) return;
  const change = clickCell({ year, day, source });
  await submit([change]);
  void import("./afterChange.ts").then(({ afterChange }) => afterChange([change], line)).catch(() => {});
}

/** Signs out, after a last try to send what waits. What the server said is forgotten, what waits is not. */
export async function leave(): Promise<void> {
  const line = $line.get();
  if (line && $sync.get().waiting > 0) {
    await Promise.race([alone(line.uid, () => exchange(line, false)), wait(LAST_SEND_MS)]);
  }
  if (line) {
    // First, so that nothing that is still on its way is kept after that.
    disconnect();
    await forgetKept(keptYears(line.uid));
  }
  await signOut();
}

/** How much the last person left unsent, for the sign-in screen. */
export async function countLeftBehind(): Promise<void> {
  const uid = await readKept(KEPT_PERSON);
  if (typeof uid === "string") $leftBehind.set(sendable(await outbox.list(uid)).length);
}
