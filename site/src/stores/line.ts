import type { Outbox, Schedule, TickStore, YearDocument } from "@dailyleet/core";
import { atom } from "nanostores";
import { createOutbox } from "../lib/outbox.ts";

import type { Tabs } from "../lib/tabs.ts";
import { noteSync } from "./status.ts";

/** One signed-in person's ways to storage, server and other tabs. */
export interface Line {
  readonly uid: string;
  readonly store: TickStore;
  readonly outbox: Outbox;
  readonly tabs: Tabs;
  readonly schedule: Schedule;
  /** Fires when the person is gone: then nothing may be shown or kept any more. */
  readonly gone: AbortSignal;
  /** The document that was read or written last: sending begins with it instead of reading again. */
  known: YearDocument | null;
  isReadDue: boolean;
  /** What was refused on an earlier visit is tried once more in this one. */
  isRetryDue: boolean;
}

/** Unsent changes of everybody who uses this browser. */
export const outbox: Outbox = createOutbox(() => noteSync("inMemory"));

export const $line = atom<Line | null>(null);
