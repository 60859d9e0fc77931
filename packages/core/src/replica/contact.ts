import type { TableId } from "../changes/changes.ts";

/** How the server and the storage answered the replica last. */
export interface Contact {
  /**
   * How the last exchange ended. `holding`: the server answered, but cannot take the remaining changes yet, because
   * others keep changing the document or the year has not begun. `failing`: the server answered, but cannot work until
   * the site's owner acts or a quota is renewed.
   */
  server: "untried" | "reached" | "holding" | "failing" | "unreachable" | "signin-needed";
  /** Why the server is `failing`, as one sentence; null in every other state. */
  serverFault: string | null;
  /** The server acknowledged a change since the start. */
  hasSaved: boolean;
  /** A read found a change that was not made here: another of the person's devices is in use. */
  hasOtherDevices: boolean;
  /** The outbox failed when it was last used. */
  isOutboxFailing: boolean;
  /** The journal holds the last changes: a change that the outbox failed to store survives the end of this replica. */
  isJournalHolding: boolean;
  /** Tables that the server refused to show, each with the reason. */
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
