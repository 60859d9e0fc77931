import { type DayNumber, plain, type SavedMark, type SourceNumber, type TickChange, toggle } from "@dailyleet/core";
import { $connection, type Connection, submit } from "../replica/connection.ts";
import { $year } from "../view/today.ts";
import type { noteChange } from "./undo.ts";

/** Apart from `undo.ts`, which is loaded with the first change: nothing in the first view needs it. */
let note: typeof noteChange | null = null;

/** A click on a tick asks for the opposite. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (replica && year !== null) makeChange(toggle(replica.year(year).ticks, { year, day, source }));
}

/** Makes a change, which shows before this returns, and notes it for undo: from the second one on in the same frame. */
export function makeChange(change: TickChange | SavedMark): void {
  const connection = $connection.get();
  if (connection === null) return;
  void submit([plain(change)]);
  if (note) note([change], connection);
  else void noteFirst(change, connection).catch(() => {});
}

/** Undoes or redoes a step; importing in the order of the calls notes an earlier change first. */
export async function turnStep(act: "undo" | "redo"): Promise<void> {
  const { turn } = await import("./undo.ts");
  await turn(act);
}

async function noteFirst(change: TickChange | SavedMark, connection: Connection): Promise<void> {
  ({ noteChange: note } = await import("./undo.ts"));
  note([change], connection);
}
