import { counted, type ReplicaStatus } from "@dailyleet/core";
import { atom } from "nanostores";
import type { Step } from "../data/undoSteps.ts";

export const NOTHING_TO_SAY: ReplicaStatus = {
  waiting: 0,
  unsaved: 0,
  refused: 0,
  refusal: null,
  unreadable: null,
  server: "untried",
  hasSaved: false,
  isInMemory: false,
};

/** The status line: 'Saved', '3 changes waiting, offline'; empty when there is nothing to say. */
export function statusText(status: ReplicaStatus): string {
  return [progress(status), ...refusals(status), storage(status)].filter((part) => part !== "").join(". ");
}

function progress({ waiting, server, hasSaved }: ReplicaStatus): string {
  if (waiting === 0) return server === "unreachable" ? "Offline" : hasSaved ? "Saved" : "";
  if (server === "unreachable") return `${changesText(waiting)} waiting, offline`;
  return server === "holding" ? `${changesText(waiting)} waiting` : "Saving…";
}

/** What failed, then each reason once. */
function refusals({ unreadable, refused, refusal }: ReplicaStatus): string[] {
  const facts = [
    ...(unreadable === null ? [] : ["Your ticks can't be shown"]),
    ...(refused === 0 ? [] : [`The server refused ${changesText(refused)}; kept on this device`]),
  ];
  const reasons = new Set([unreadable, refusal].filter((reason) => reason !== null));
  return [...facts, ...[...reasons].map((reason) => reason.replace(/\.$/, ""))];
}

function storage({ isInMemory }: ReplicaStatus): string {
  return isInMemory ? "This browser can't store data: unsaved changes are lost when you close the page" : "";
}

/** '1 change', '3 changes' */
export function changesText(count: number): string {
  return counted(count, "change");
}

/** The state of the person's unsent changes. */
export const $sync = atom<ReplicaStatus>(NOTHING_TO_SAY);

/** In local mode, a reminder when the last export is old; else empty. */
export const $exportAge = atom("");
/** The last step, while the toast offers to undo or redo it. */
export const $offer = atom<Offer | null>(null);

export interface Offer {
  /** What the person just did with the step. */
  readonly act: "do" | "undo" | "redo";
  /** Empty when there was nothing to undo or redo; the toast says so. */
  readonly step: Step;
}

/** The product's console texts. */
type ConsoleText = "Error during Google sign-in" | "Error fetching ticks" | "Error saving tick";

/** Logs only the message: a library's error object may hold tokens. */
export function report(text: ConsoleText, error: unknown): void {
  console.error(`${text}: ${messageOf(error)}`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
