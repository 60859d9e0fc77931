import type { TableId } from "../changes/changes.ts";

/** How a replica stands with its server and its storage. */
export interface Contact {
  /**
   * How the last exchange went. `holding`: the server answered, and can't take what is left for now, because others keep
   * changing the document or the year has not begun. `failing`: it answered, and works no more until the site's owner does
   * something.
   */
  server: "untried" | "reached" | "holding" | "failing" | "unreachable" | "signin-needed";
  /** Why it is `failing`: one sentence; null in every other state. */
  serverFault: string | null;
  /** The server took a change since the start. */
  hasSaved: boolean;
  /** A reading found a change that was not made here: another of the person's devices is in use. */
  hasOtherDevices: boolean;
  /** The outbox failed when it was used last. */
  isOutboxFailing: boolean;
  /**
   * The journal holds the last changes it was given: a change that the outbox failed to store survives the end of this
   * replica.
   */
  isJournalHolding: boolean;
  /** Tables that could not be read because the server refused something, each with its reason. */
  readonly unreadable: Map<TableId, string>;
}

export function createContact(): Contact {
  return {
    server: "untried",
    serverFault: null,
    hasSaved: false,
    hasOtherDevices: false,
    isOutboxFailing: false,
    isJournalHolding: false,
    unreadable: new Map(),
  };
}
