import { createFirestore, createIdTokenSource, FIRESTORE_ORIGIN, refreshIdToken, type Tokens } from "@dailyleet/client";
import { DailyleetError, type DocumentStore } from "@dailyleet/core";
import { type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../directories.ts";
import { note } from "../print.ts";
import { type Credentials, readCredentials, writeCredentials } from "./credentials.ts";
import type { Services } from "./services.ts";

/** The kept sign-in; null when nobody is signed in. Throws as `readCredentials`. */
export function loadSignIn(context: Context): Credentials | null {
  const warn = (sentence: string) => note(context, sentence);
  return readCredentials(placesOf(context).credentialsFile, { userId: context.userId, warn });
}

/** Who is signed in to the configured project. Throws `signin-needed`. */
export function requireSignIn(context: Context, { issuer }: Services): Credentials {
  const credentials = loadSignIn(context);
  if (credentials === null) throw new DailyleetError("signin-needed", "Nobody is signed in; run 'dailyleet login'.");
  if (credentials.issuer === issuer) return credentials;
  throw new DailyleetError(
    "signin-needed",
    "The sign-in that is kept belongs to another project or emulator than the configured one; run 'dailyleet login'.",
  );
}

/** The person's documents in Firestore. ID tokens are made when they are needed and never kept. */
export function openDocuments(context: Context, services: Services, uid: string, database: Database): DocumentStore {
  const { http, projectId, firestore } = services;
  const idToken = createIdTokenSource({
    load: async () => tokenOf(loadSignIn(context), uid),
    save: (next, previous) => withLock(database, "token", async () => replaceToken(context, uid, next, previous)),
    refresh: (refreshToken) => {
      // Who asks for a token asks the database next: the two connections are made side by side.
      void context.connect(firestore.base ?? FIRESTORE_ORIGIN);
      return refreshOwn(services, uid, refreshToken);
    },
    now: context.now,
  });
  return createFirestore({ http, projectId, idToken, ...firestore });
}

/** What waits for one person must never reach another, whatever the kept file says. */
async function refreshOwn({ identity }: Services, uid: string, refreshToken: string): Promise<Tokens> {
  const tokens = await refreshIdToken(identity, refreshToken);
  if (tokens.uid === uid) return tokens;
  throw new DailyleetError("signin-needed", "The sign-in that is kept is somebody else's; run 'dailyleet login'.");
}

/** Null when somebody else has signed in, or out, since this command began. */
function tokenOf(credentials: Credentials | null, uid: string): string | null {
  return credentials?.uid === uid ? credentials.refreshToken : null;
}

/** Keeps the newest token: one that another process has put there since is newer than ours. */
function replaceToken(context: Context, uid: string, next: string, previous: string): void {
  const credentials = loadSignIn(context);
  if (credentials === null || tokenOf(credentials, uid) !== previous) return;
  writeCredentials(placesOf(context).credentialsFile, { ...credentials, refreshToken: next });
}
