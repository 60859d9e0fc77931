/** How the person's changes stand. */
export interface SyncState {
  /** Changes that the server has not taken yet. */
  readonly waiting: number;
  /** Those that it refused for good. */
  readonly refused: number;
  /** The last attempt to reach the server failed. */
  readonly isOffline: boolean;
  /** A change was stored on this visit. */
  readonly hasSaved: boolean;
  /** The server refused to show the year's document. */
  readonly isHidden: boolean;
  /** The browser keeps no data, so waiting changes last as long as the page. */
  readonly isInMemory: boolean;
}

export const NOTHING_TO_SAY: SyncState = {
  waiting: 0,
  refused: 0,
  isOffline: false,
  hasSaved: false,
  isHidden: false,
  isInMemory: false,
};

/** The quiet line of the tracker; empty when there is nothing to say. */
export function statusText(state: SyncState): string {
  return [progress(state), secrecy(state), refusal(state), storage(state)].filter((part) => part !== "").join(". ");
}

function progress({ waiting, isOffline, hasSaved }: SyncState): string {
  if (waiting > 0) return isOffline ? `${changesText(waiting)} waiting, offline` : "Saving…";
  if (isOffline) return "Offline";
  return hasSaved ? "Saved" : "";
}

function secrecy({ isHidden }: SyncState): string {
  return isHidden ? "The server refused to show the ticks" : "";
}

function refusal({ refused }: SyncState): string {
  return refused > 0 ? `The server refused ${changesText(refused)}, kept on this device` : "";
}

function storage({ isInMemory }: SyncState): string {
  return isInMemory ? "This browser keeps no data: what is not saved yet is lost when the page closes" : "";
}

/** '1 change', '3 changes' */
export function changesText(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}
