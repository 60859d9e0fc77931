import { atom } from "nanostores";
import { afterNews, NOTHING_TO_SAY, type SyncNews, type SyncState } from "../lib/statusText.ts";
import type { Step } from "../lib/undoSteps.ts";

export const $sync = atom<SyncState>(NOTHING_TO_SAY);
/** Unsent changes of the person who was signed in last, while nobody is. */
export const $leftBehind = atom(0);

/** In local mode, when the last export was long ago. */
export const $exportAge = atom("");
/** The last step, for as long as the page offers to undo it or to do it again. */
export const $offer = atom<Offer | null>(null);

export interface Offer {
  readonly kind: "undo" | "redo";
  readonly step: Step;
}

export function noteSync(news: SyncNews): void {
  $sync.set(afterNews($sync.get(), news));
}

export function noteWaiting(waiting: number, refused: number): void {
  $sync.set({ ...$sync.get(), waiting, refused });
}

/** For the next person; what the browser can keep does not depend on who is signed in. */
export function resetSync(): void {
  $sync.set({ ...NOTHING_TO_SAY, isInMemory: $sync.get().isInMemory });
}
