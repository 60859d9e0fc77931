import {
  type CivilDate,
  type Config,
  createTickStore,
  type DailyleetError,
  flush,
  hasCode,
  type Outbox,
  sendable,
  type TickStore,
} from "@dailyleet/core";
import { createDocumentCache, createOutbox, type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { todayOf } from "../dates.ts";
import { placesOf } from "../directories.ts";
import { type KnownYears, rememberYears } from "./knownYears.ts";
import { impatient } from "./patience.ts";
import { servicesOf } from "./services.ts";
import { openDocuments, requireSignIn } from "./session.ts";

/** How long a command waits for a network that does not answer. */
const PATIENCE_MS = 8_000;

/** A signed-in person, this computer's part of their data and the way to the rest. */
export interface Cloud {
  readonly uid: string;
  readonly email: string | undefined;
  readonly today: CivilDate;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly known: KnownYears;
  readonly store: TickStore;
}

/** Throws `signin-needed` before anything is written, `bad-config`, and what opening the database throws. */
export async function openCloud(context: Context, config: Config): Promise<Cloud> {
  const services = servicesOf(context, config, impatient(context.transport, PATIENCE_MS));
  const { uid, email } = requireSignIn(context, services);
  const today = todayOf(context);
  const database = context.openDatabase(placesOf(context).databaseFile);
  const inCloud = createTickStore(openDocuments(context, services, uid, database), uid);
  const { store, known } = rememberYears(inCloud, createDocumentCache(database), uid, today.year);
  return { uid, email, today, database, outbox: createOutbox(database), known, store };
}

/**
 * Sends what waits, with `isRetry` also what was refused. Answers why it stopped before the end, or null. Only one
 * process does so at a time.
 */
export async function send(
  { uid, today, database, outbox, store }: Cloud,
  { isRetry = false } = {},
): Promise<DailyleetError | null> {
  const pending = await outbox.list(uid);
  if ((isRetry ? pending : sendable(pending)).length === 0) return null;
  try {
    // It reads first: only a document read before the commit tells what was there before it.
    const { error } = await withLock(database, "flush", () => flush({ store, outbox }, uid, today, { isRetry }));
    return error;
  } catch (error) {
    if (hasCode(error, "busy", "storage")) return error;
    throw error;
  }
}
