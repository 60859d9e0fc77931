import { createFirestore, createIdTokenSource, FIRESTORE_ORIGIN, refreshIdToken, type Tokens } from "@dailyleet/client";
import { DailyleetError, type DocumentStore } from "@dailyleet/core";
import { type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { note } from "../terminal/print.ts";
import { type Credentials, readCredentials, WAYS_ON, writeCredentials } from "./credentials.ts";
import type { Services } from "./services.ts";

/** The kept sign-ins, the newest first. Throws as `readCredentials`. */
export function loadSignIns(context: Context): readonly Credentials[] {
  const warn = (sentence: string) => note(context, sentence);
  return readCredentials(placesOf(context).credentialsFile, { userId: context.userId, warn });
}

/** Who is signed in to the configured project. Throws `signin-needed`. */
export function requireSignIn(context: Context, { issuer }: Services): Credentials {
  const kept = loadSignIns(context);
  const own = kept.find((credentials) => credentials.issuer === issuer);
  if (own !== undefined) return own;
  const found = kept.length === 0 ? "Nobody is signed in" : "You are signed in to another project or emulator";
  throw new DailyleetError("signin-needed", `${found}; ${WAYS_ON}.`);
}

/** The person's documents in Firestore. ID tokens are made when they are needed and never kept. */
export function openDocuments(context: Context, services: Services, uid: string, database: Database): DocumentStore {
  const { http, projectId, firestore, issuer } = services;
  // None is found when somebody else has signed in, or out, since this command began.
  const isOwn: IsOwn = (credentials) => credentials.uid === uid && credentials.issuer === issuer;
  const idToken = createIdTokenSource({
    load: async () => loadSignIns(context).find(isOwn)?.refreshToken ?? null,
    save: (next, previous) => withLock(database, "token", async () => replaceToken(context, isOwn, next, previous)),
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
  throw new DailyleetError("signin-needed", `The saved sign-in belongs to another account; ${WAYS_ON}.`);
}

type IsOwn = (credentials: Credentials) => boolean;

/** Keeps the newest token: one that another process has put there since is newer than ours. */
function replaceToken(context: Context, isOwn: IsOwn, next: string, previous: string): void {
  const kept = loadSignIns(context);
  const own = kept.find(isOwn);
  if (own?.refreshToken !== previous) return;
  const renewed = kept.map((credentials) => (credentials === own ? { ...own, refreshToken: next } : credentials));
  writeCredentials(placesOf(context).credentialsFile, renewed);
}
