import type { CivilDate } from "../calendar/calendar.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import type { TickStore, YearDocument } from "../ports.ts";
import { sendable } from "../ticks/pending.ts";
import { readYearDocument, type SavedChange } from "../ticks/years.ts";
import type { Event } from "./events.ts";
import { rememberFirstRead } from "./firstRead.ts";
import { flush } from "./flush.ts";
import type { HeldOutbox } from "./heldOutbox.ts";
import type { Lock, Notice } from "./ports.ts";
import type { Outcome } from "./schedule.ts";

/** What an exchange with the server is to do: send what waits, and then read these years. */
export interface SyncRequest {
  readonly years: readonly number[];
  /** Also sends what was refused: what refused it may have been mended since. */
  readonly isRetry: boolean;
}

export interface SyncResult {
  /** What the server took, with the states before. */
  readonly saved: readonly SavedChange[];
  /** Why not all was sent; null also where nothing waited. */
  readonly error: DailyleetError | null;
}

export interface ExchangeParts {
  readonly uid: string;
  /** Null where nothing ever waits. */
  readonly outbox: HeldOutbox | null;
  readonly store: TickStore;
  readonly lock: Lock;
  readonly today: () => CivilDate;
  readonly dispatch: (event: Event) => void;
  readonly known: (year: number) => YearDocument | null;
  readonly onSaved: (document: YearDocument) => void;
  readonly onNotice: (notice: Notice) => void;
}

/** Failures of sending that say nothing about whether the server can be reached and read. */
const PASSING = ["refused", "usage", "storage"] as const;

/** Sends, then reads what was asked for. Rejects for faults of the program alone. */
export async function exchange(
  parts: ExchangeParts,
  { years, isRetry }: SyncRequest,
): Promise<SyncResult & { readonly outcome: Outcome }> {
  const { dispatch, onNotice } = parts;
  const result = await send(parts, isRetry);
  const { saved, error } = result;
  if (error && !hasCode(error, "storage")) onNotice({ kind: "failed", during: "saving", error });
  if (error && !hasCode(error, ...PASSING)) return { ...result, outcome: noteFailure(error, dispatch) };
  const server = error && hasCode(error, "usage") ? "holding" : "reached";
  if (saved.length > 0 || (error && !hasCode(error, "storage"))) dispatch({ kind: "contacted", server });
  for (const year of years) {
    const outcome = await readYear(parts, year);
    if (outcome !== null) return { ...result, outcome };
    dispatch({ kind: "contacted", server });
  }
  return { ...result, outcome: "rest" };
}

async function send(parts: ExchangeParts, isRetry: boolean): Promise<SyncResult> {
  const { uid, outbox, store, lock, today, known, onSaved } = parts;
  if (outbox === null) return { saved: [], error: null };
  const waiting = await outbox.list(uid);
  if ((isRetry ? waiting : sendable(waiting)).length === 0) return { saved: [], error: outbox.takeFailure() };
  const first = rememberFirstRead(store);
  try {
    const { saved, error } = await lock(() =>
      flush({ store: first.store, outbox }, uid, today(), { known, onSaved, isRetry }),
    );
    return { saved: first.statesBefore(saved), error: error ?? outbox.takeFailure() };
  } catch (error) {
    if (error instanceof DailyleetError) return { saved: [], error };
    throw error;
  }
}

/** Null when all went well. */
async function readYear({ store, today, dispatch, onNotice }: ExchangeParts, year: number): Promise<Outcome | null> {
  try {
    const document = await readYearDocument(store, year, today());
    if (document?.version == null) onNotice({ kind: "missing", year });
    // A year that has not begun has no document to be read.
    dispatch({ kind: "assumed", year });
    return null;
  } catch (error) {
    onNotice({ kind: "failed", during: "reading", error });
    return noteFailure(error, dispatch);
  }
}

/** Trying again by itself helps only where nobody has to do anything first. */
function noteFailure(error: unknown, dispatch: (event: Event) => void): Outcome {
  if (hasCode(error, "signin-needed")) dispatch({ kind: "contacted", server: "signin-needed" });
  else if (hasCode(error, "refused")) dispatch({ kind: "contacted", server: "forbidden" });
  else {
    dispatch({ kind: "contacted", server: hasCode(error, "conflict") ? "holding" : "unreachable" });
    return "retry";
  }
  return "rest";
}
