import { type DayNumber, type SourceNumber, sendable, toggle } from "@dailyleet/core";
import { forgetKept, KEPT_PERSON, keptYears, readKept } from "../lib/kept.ts";
import { forgetCopy, YEAR_COPY } from "../lib/localCopy.ts";
import { wait } from "../lib/wait.ts";
import { $connection, disconnect, submit } from "../replica/connection.ts";
import { indexedDbOutbox } from "../replica/indexedDbOutbox.ts";
import { signOut } from "./session.ts";
import { $leftBehind } from "./status.ts";
import { $year } from "./today.ts";

const LAST_SEND_MS = 3_000;

/** A click on a tick asks for the opposite, which shows before this returns. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const connection = $connection.get();
  const year = $year.get();
  if (connection === null || year === null) return;
  const change = toggle(connection.replica.year(year).ticks, { year, day, source });
  void submit([change]);
  void import("./afterChange.ts").then(({ afterChange }) => afterChange([change], connection)).catch(() => {});
}

/** Signs out, after a last try to send what waits. What the server said is forgotten, what waits is not. */
export async function leave(): Promise<void> {
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // First, so that nothing that is still on its way is kept after that.
    disconnect();
    forgetCopy(YEAR_COPY);
    await forgetKept(keptYears(uid));
  }
  await signOut();
}

/** How much the last person left unsent, for the sign-in screen. */
export async function countLeftBehind(): Promise<void> {
  const uid = await readKept(KEPT_PERSON);
  if (typeof uid !== "string") return;
  const waiting = await indexedDbOutbox.list(uid).catch(() => []);
  $leftBehind.set(sendable(waiting).length);
}
