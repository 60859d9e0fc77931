import { chmodSync, type Stats } from "node:fs";
import { createFirestore, createIdTokenSource, refreshIdToken } from "@dailyleet/client";
import {
  type DocumentStore,
  filledText,
  objectWith,
  optional,
  orElse,
  parseJson,
  signInNeeded,
  storageError,
  tryRead,
  Unreadable,
  unavailableError,
} from "@dailyleet/core";
import { type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cannot, readSettingsText, removePrivate, statOf, writePrivate } from "../files/files.ts";
import { UNKNOWN_KEY } from "../files/settings.ts";
import type { Services } from "./services.ts";

/** A saved sign-in. Of the tokens, only Firebase's refresh token is saved. */
export interface SavedSession {
  readonly uid: string;
  readonly email?: string;
  readonly refreshToken: string;
  /** Origin and project that issued the token. The token is sent only to its issuer. */
  readonly issuer: string;
}

const WAYS_ON = "run 'dailyleet login' to sign in, or 'dailyleet logout --leave' for local mode";

/**
 * Makes the session file private. Returns a note if other users could read the file. Throws `storage` if the file
 * belongs to another user or is not a plain file.
 */
export function protectSessions(context: Context): readonly string[] {
  const { sessionFile } = placesOf(context);
  const mode = ownSessionFile(context)?.mode ?? 0;
  if (context.userId === undefined || (mode & 0o077) === 0) return [];
  try {
    chmodSync(sessionFile, 0o600);
  } catch (error) {
    throw cannot("restrict access to", sessionFile, error);
  }
  return [`${sessionFile} could be read by other users of this computer; now only you can read it.`];
}

/** Null without a session file. Throws `storage` if the file belongs to another user or is not a plain file. */
function ownSessionFile(context: Context): Stats | null {
  const file = placesOf(context).sessionFile;
  const stats = statOf(file);
  if (stats === null) return null;
  const isOwn = context.userId === undefined || stats.uid === context.userId;
  if (!stats.isFile() || !isOwn) {
    const found = stats.isFile() ? "belongs to another user" : "is not a plain file";
    const sentence = `${file} ${found}, so it is not used; remove it and run 'dailyleet login' again.`;
    throw storageError(sentence);
  }
  return stats;
}

/**
 * The saved sessions, newest first; empty when nobody is signed in. If a `login` to another site was killed, there are
 * two sessions; the configuration decides which one counts. Throws as `ownSessionFile`, and `signin-needed` for an
 * unreadable file.
 */
function loadSessions(context: Context): readonly SavedSession[] {
  const file = placesOf(context).sessionFile;
  return ownSessionFile(context) === null ? [] : parseSessions(readSettingsText(file) ?? "", file);
}

/** As `loadSessions`, but empty for an unusable file, which the caller replaces or removes. */
export function usableSessions(context: Context): readonly SavedSession[] {
  return orElse([], () => loadSessions(context));
}

/** The session of the project or emulator. Throws `signin-needed`. */
export function requireSession(context: Context, issuer: string): SavedSession {
  const sessions = loadSessions(context);
  const session = sessions.find((each) => each.issuer === issuer);
  if (session !== undefined) return session;
  const found = sessions.length === 0 ? "Nobody is signed in" : "You are signed in to another project or emulator";
  throw signInNeeded(`${found}; ${WAYS_ON}.`);
}

/** The person's documents in Firestore. ID tokens are made on demand and never saved. */
export function openDocuments(context: Context, services: Services, uid: string, database: Database): DocumentStore {
  const { http, projectId, firestoreOrigin, identity, issuer } = services;
  // Finds nothing once another process has signed out or signed in another person.
  const isOwn = (session: SavedSession) => session.uid === uid && session.issuer === issuer;
  const idToken = createIdTokenSource({
    load: async () => loadSessions(context).find(isOwn)?.refreshToken ?? null,
    save: (next, previous) =>
      withLock(database, "token", async () => {
        const sessions = loadSessions(context);
        const current = sessions.find(isOwn);
        if (current?.refreshToken !== previous) return;
        const renewed = sessions.map((session) => (session === current ? { ...session, refreshToken: next } : session));
        writeSessions(context, renewed);
      }),
    async refresh(refreshToken) {
      if (identity.apiKey === UNKNOWN_KEY) {
        throw unavailableError("Without the configuration the cloud can't be asked.");
      }
      // A request to the database follows: connect to it while the token is refreshed.
      void context.preconnect(firestoreOrigin);
      const tokens = await refreshIdToken(identity, refreshToken);
      if (tokens.uid === uid) return tokens;
      // Never send one person's pending changes to another account.
      throw signInNeeded(`The saved sign-in belongs to another account; ${WAYS_ON}.`);
    },
    now: context.now,
  });
  return createFirestore({ http, projectId, idToken, base: firestoreOrigin });
}

/** Saves the newest session and, if given, the one before it. */
export function writeSessions(context: Context, [newest, before]: readonly SavedSession[]): void {
  const file = placesOf(context).sessionFile;
  const document = { version: 1, ...newest, ...(before && { before }) };
  writePrivate(file, `${JSON.stringify(document, null, 2)}\n`);
}

export function removeSessions(context: Context): void {
  removePrivate(placesOf(context).sessionFile);
}

export function hasSessionFile(context: Context): boolean {
  return statOf(placesOf(context).sessionFile) !== null;
}

const session = objectWith({
  uid: filledText,
  email: optional(filledText),
  refreshToken: filledText,
  issuer: filledText,
});

function parseSessions(text: string, file: string): readonly SavedSession[] {
  const value = parseJson(text);
  const newest = tryRead(session, value);
  if (newest instanceof Unreadable) {
    throw signInNeeded(`The sign-in in ${file} can't be used; ${WAYS_ON}.`);
  }
  const before = tryRead(objectWith({ before: session }), value);
  return before instanceof Unreadable ? [newest] : [newest, before.before];
}
