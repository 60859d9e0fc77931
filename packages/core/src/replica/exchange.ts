import type { CivilDate } from "../calendar/calendar.ts";
import type { Part, SavedChange } from "../changes/changes.ts";
import { sendable } from "../changes/pending.ts";
import { readYearDocument } from "../changes/years.ts";
import { DailyleetError, hasCode } from "../errors.ts";
import type { PersonDocument, PersonStore } from "../ports.ts";
import type { Event } from "./events.ts";
import { rememberFirstRead } from "./firstRead.ts";
import { flush } from "./flush.ts";
import type { HeldOutbox } from "./heldOutbox.ts";
import type { Lock, Notice } from "./ports.ts";
import type { Outcome } from "./schedule.ts";

/** What an exchange with the server is to do: send what waits, and then read these parts. */
export interface SyncRequest {
  readonly parts: readonly Part[];
  /** Also sends what was refused: what refused it may have been mended since. */
  readonly isRetry: boolean;
}

export interface SyncResult {
  /** What the server took, with the states before. */
  readonly saved: readonly SavedChange[];
  /** Why not all was sent; null also where nothing waited. */
  readonly error: DailyleetError | null;
}

export interface ExchangeDeps {
  readonly uid: string;
  /** Null where nothing ever waits. */
  readonly outbox: HeldOutbox | null;
  readonly store: PersonStore;
  readonly lock: Lock;
  readonly today: () => CivilDate;
  readonly dispatch: (event: Event) => void;
  readonly known: (part: Part) => PersonDocument | null;
  readonly onSaved: (document: PersonDocument) => void;
  readonly onNotice: (notice: Notice) => void;
}

/** Failures of sending that say nothing about whether the server can be reached and read. */
const PASSING = ["refused", "usage", "storage"] as const;

/** Sends, then reads what was asked for. Rejects for faults of the program alone. */
export async function exchange(
  deps: ExchangeDeps,
  { parts, isRetry }: SyncRequest,
): Promise<SyncResult & { readonly outcome: Outcome }> {
  const { dispatch, onNotice } = deps;
  const result = await send(deps, isRetry);
  const { saved, error } = result;
  if (error && !hasCode(error, "storage")) onNotice({ kind: "failed", during: "saving", error });
  if (error && !hasCode(error, ...PASSING)) return { ...result, outcome: noteFailure(error, dispatch) };
  const server = error && hasCode(error, "usage") ? "holding" : "reached";
  if (saved.length > 0 || (error && !hasCode(error, "storage"))) dispatch({ kind: "contacted", server });
  for (const part of parts) {
    const outcome = await read(deps, part);
    if (outcome !== null) return { ...result, outcome };
    dispatch({ kind: "contacted", server });
  }
  return { ...result, outcome: "rest" };
}

async function send(deps: ExchangeDeps, isRetry: boolean): Promise<SyncResult> {
  const { uid, outbox, store, lock, today, known, onSaved } = deps;
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
async function read({ store, today, dispatch, onNotice }: ExchangeDeps, part: Part): Promise<Outcome | null> {
  try {
    const document = part === "marks" ? await store.readMarks() : await readYearDocument(store, part, today());
    if (document?.version == null) onNotice({ kind: "missing", part });
    // A year that has not begun has no document to be read.
    dispatch({ kind: "assumed", part });
    return null;
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    onNotice({ kind: "failed", during: "reading", error });
    // A site's rules may be older than practice; its ticks are there all the same.
    if (part === "marks" && hasCode(error, "refused")) return null;
    return noteFailure(error, dispatch);
  }
}

/** Trying again by itself helps only where nobody has to do anything first. */
function noteFailure(error: DailyleetError, dispatch: (event: Event) => void): Outcome {
  if (hasCode(error, "signin-needed")) dispatch({ kind: "contacted", server: "signin-needed" });
  else if (hasCode(error, "refused")) dispatch({ kind: "contacted", server: "forbidden" });
  else {
    dispatch({ kind: "contacted", server: hasCode(error, "conflict") ? "holding" : "unreachable" });
    return "retry";
  }
  return "rest";
}
