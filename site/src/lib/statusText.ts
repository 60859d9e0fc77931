/** How the person's changes stand. */
export interface SyncState {
  /** Changes that the server has not taken yet. */
  readonly waiting: number;
  /** Those that it refused for good. */
  readonly refused: number;
  /** The last attempt to reach the server failed. */
  readonly isOffline: boolean;
  /** The server answered the last attempt to send, but cannot take the changes that are left for now. */
  readonly isHeld: boolean;
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
  isHeld: false,
  hasSaved: false,
  isHidden: false,
  isInMemory: false,
};

/** What each piece of news says of the state. Every answer of the server, a refusal too, ends 'offline'. */
const NEWS = {
  /** It took a change, of this tab or another one. */
  stored: { isOffline: false, isHeld: false, hasSaved: true },
  refused: { isOffline: false, isHeld: false },
  held: { isOffline: false, isHeld: true },
  shown: { isOffline: false, isHidden: false },
  hidden: { isOffline: false, isHidden: true },
  offline: { isOffline: true },
  inMemory: { isInMemory: true },
} satisfies Record<string, Partial<SyncState>>;

export type SyncNews = keyof typeof NEWS;

/** The state after a piece of news: what that says nothing about stays as it was. */
export function afterNews(state: SyncState, news: SyncNews): SyncState {
  return { ...state, ...NEWS[news] };
}

/** The quiet line of the tracker; empty when there is nothing to say. */
export function statusText(state: SyncState): string {
  return [progress(state), secrecy(state), refusal(state), storage(state)].filter((part) => part !== "").join(". ");
}

function progress({ waiting, isOffline, isHeld, hasSaved }: SyncState): string {
  if (waiting === 0) return isOffline ? "Offline" : hasSaved ? "Saved" : "";
  if (isOffline) return `${changesText(waiting)} waiting, offline`;
  return isHeld ? `${changesText(waiting)} waiting` : "Saving…";
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
