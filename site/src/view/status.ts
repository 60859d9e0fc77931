import { counted, type ReplicaStatus } from "@dailyleet/core";
import { atom } from "nanostores";

export const NOTHING_TO_SAY: ReplicaStatus = {
  waiting: 0,
  refused: 0,
  refusedReason: null,
  unreadable: null,
  server: "untried",
  serverFault: null,
  hasSaved: false,
  isInMemory: false,
};

export function changesText(count: number): string {
  return counted(count, "change");
}

export const $sync = atom<ReplicaStatus>(NOTHING_TO_SAY);

/** The local server's notice, such as of a backup that holds more than its database; else empty. */
export const $notice = atom("");

/** A reminder when the last export is old; else empty. */
export const $exportAge = atom("");

export type DialogName = "data" | "settings" | "keys" | "sites" | "share";

/** The open dialog. */
export const $dialog = atom<DialogName | null>(null);

export const closeDialog = () => $dialog.set(null);

/** The product's console texts. */
type ConsoleText = "Error during Google sign-in" | "Error fetching ticks" | "Error saving tick";

/** Logs only the message: a library's error object may hold tokens. */
export function report(text: ConsoleText, error: unknown): void {
  console.error(`${text}: ${messageOf(error)}`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
