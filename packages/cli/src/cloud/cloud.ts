import { createFirestore, createIdTokenSource, FIRESTORE_ORIGIN, refreshIdToken, type Tokens } from "@dailyleet/client";
import {
  type Cache,
  type Config,
  cellsOf,
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  type PersonDocument,
  type Replica,
  type TableId,
} from "@dailyleet/core";
import { createOutbox, type Database, keepKnown, readKnown, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible } from "../files/files.ts";
import { todayOf } from "../terminal/dates.ts";
import { type Services, servicesOf, withDeadline } from "./services.ts";
import { loadSessions, requireSession, type Session, WAYS_ON, writeSessions } from "./sessionFile.ts";

/** How long a command waits for a silent network, and for another process that is sending. */
const PATIENT = { networkMs: 8_000, lockMs: 30_000 };
/** Long enough for a working network, too short to feel like waiting. */
const BRIEF = { networkMs: 300, lockMs: 300 };

/** A signed-in person, with the replica on this computer. */
export interface Cloud {
  readonly uid: string;
  readonly email: string | undefined;
  readonly database: Database;
  readonly replica: Replica;
}

/**
 * Without `waits`, a slow network counts as offline after 0.3 seconds. Throws `signin-needed` before it writes anything,
 * and what `servicesOf` and opening the database throw.
 */
export async function openCloud(context: Context, config: Config, waits = true): Promise<Cloud> {
  const { networkMs, lockMs } = waits ? PATIENT : BRIEF;
  const network = withDeadline(context, networkMs);
  const services = servicesOf(context, config, network);
  const { uid, email } = requireSession(context, services.issuer);
  const today = todayOf(context, config);
  const database = context.openDatabase(placesOf(context).databaseFile);
  const replica = createReplica({
    uid,
    store: createPersonStore(openDocuments(context, services, uid, database), uid, {
      wait: network.wait,
      random: Math.random,
    }),
    outbox: createOutbox(database),
    cache: createCloudCache(database, uid),
    // Only one process sends at a time.
    lock: (work) => withLock(database, "flush", work, lockMs),
    today: () => today,
    // The state before a change is known only from a read before the commit.
    readsFirst: true,
  });
  return { uid, email, database, replica };
}

/** The snapshots of a person's documents on this computer. */
export function createCloudCache(database: Database, uid: string): Cache {
  const snapshots = createPersonStore(
    { get: async (path) => readKnown(database, uid, path), commit: readOnly, list: readOnly },
    uid,
  );
  const snapshotOf = async (table: TableId): Promise<PersonDocument> => {
    if (table === "marks") return snapshots.readMarks();
    const open = await snapshots.readOpen();
    return table === open.year ? open : snapshots.readClosed(table);
  };
  return {
    async read(table) {
      const document = await snapshotOf(table);
      return document.version === null ? null : cellsOf(document);
    },
    keep({ path, fields, version }) {
      if (version !== null) cacheIfPossible(() => keepKnown(database, uid, path, { fields, updateTime: version }));
    },
  };
}

async function readOnly(): Promise<never> {
  throw new DailyleetError("unavailable", "A snapshot cannot be written; write to the database.");
}

/** The person's documents in Firestore. ID tokens are made on demand and never saved. */
export function openDocuments(context: Context, services: Services, uid: string, database: Database): DocumentStore {
  const { http, projectId, firestore, issuer } = services;
  // No session matches when somebody else has signed in or out since this command began.
  const isOwn: IsOwn = (session) => session.uid === uid && session.issuer === issuer;
  const idToken = createIdTokenSource({
    load: async () => loadSessions(context).find(isOwn)?.refreshToken ?? null,
    save: (next, previous) => withLock(database, "token", async () => replaceToken(context, isOwn, next, previous)),
    refresh: (refreshToken) => {
      // Connect to the database, which comes next, while the token is refreshed.
      void context.preconnect(firestore.base ?? FIRESTORE_ORIGIN);
      return refreshOwn(services, uid, refreshToken);
    },
    now: context.now,
  });
  return createFirestore({ http, projectId, idToken, ...firestore });
}

/** One person's pending changes must never reach another account, whatever the session file says. */
async function refreshOwn({ identity }: Services, uid: string, refreshToken: string): Promise<Tokens> {
  const tokens = await refreshIdToken(identity, refreshToken);
  if (tokens.uid === uid) return tokens;
  throw new DailyleetError("signin-needed", `The saved sign-in belongs to another account; ${WAYS_ON}.`);
}

type IsOwn = (session: Session) => boolean;

/** Saves the new token, unless another process has replaced the old one meanwhile. */
function replaceToken(context: Context, isOwn: IsOwn, next: string, previous: string): void {
  const kept = loadSessions(context);
  const own = kept.find(isOwn);
  if (own?.refreshToken !== previous) return;
  const renewed = kept.map((session) => (session === own ? { ...own, refreshToken: next } : session));
  writeSessions(context, renewed);
}
