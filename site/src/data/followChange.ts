import { type DayNumber, type SourceNumber, toggle } from "@dailyleet/core";
import { $year } from "../app/today.ts";
import { $connection, submit } from "../replica/connection.ts";
import type { noteChange } from "./undo.ts";

/** Apart from `undo.ts`, which is loaded with the first change: nothing in the first view needs it. */

let note: typeof noteChange | null = null;

/** A click on a tick asks for the opposite, which shows before this returns. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const connection = $connection.get();
  const year = $year.get();
  if (connection === null || year === null) return;
  const change = toggle(connection.replica.year(year).ticks, { year, day, source });
  void submit([change]);
  followChange([change], connection);
}

/** Notes a change for undo; from the second one on in the frame of the change itself. */
export function followChange(...made: Parameters<typeof noteChange>): void {
  if (note) note(...made);
  else void load(made).catch(() => {});
}

/** Undoes or redoes a step; importing in the order of the calls notes an earlier change first. */
export async function turnStep(turn: "undo" | "redo"): Promise<void> {
  const steps = await import("./undo.ts");
  await steps[turn]();
}

async function load(made: Parameters<typeof noteChange>): Promise<void> {
  ({ noteChange: note } = await import("./undo.ts"));
  note(...made);
}
