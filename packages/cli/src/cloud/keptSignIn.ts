import { DailyleetError } from "@dailyleet/core";
import { createDocumentCache, createOutbox, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../directories.ts";
import { type Credentials, hasCredentials, removeCredentials, writeCredentials } from "./credentials.ts";
import { loadSignIn } from "./session.ts";

/** Keeps a new sign-in in the place of any before. */
export async function keepSignIn(context: Context, credentials: Credentials): Promise<void> {
  const { databaseFile, credentialsFile } = placesOf(context);
  const database = context.openDatabase(databaseFile);
  try {
    await withLock(database, "token", async () => writeCredentials(credentialsFile, credentials));
  } finally {
    database.close();
  }
}

export interface SignedOut {
  readonly wasSignedIn: boolean;
  /** Changes of the person that wait on this computer. */
  readonly unsent: number;
}

/**
 * Forgets the sign-in and the copies of the person's documents; the outbox stays. There is nothing to revoke: Google's
 * token was never kept, and Firebase's cannot be revoked by its owner.
 */
export async function signOut(context: Context): Promise<SignedOut> {
  const { databaseFile, credentialsFile } = placesOf(context);
  const wasSignedIn = hasCredentials(credentialsFile);
  const uid = uidOf(context);
  removeCredentials(credentialsFile);
  if (uid === null) return { wasSignedIn, unsent: 0 };
  const database = context.openDatabase(databaseFile);
  try {
    // Once more: a process that was renewing the token may have written it meanwhile.
    await withLock(database, "token", async () => removeCredentials(credentialsFile));
    createDocumentCache(database).clear(uid);
    return { wasSignedIn, unsent: (await createOutbox(database).list(uid)).length };
  } finally {
    database.close();
  }
}

/** Null also for a file that cannot be used, which is to be removed all the same. */
function uidOf(context: Context): string | null {
  try {
    return loadSignIn(context)?.uid ?? null;
  } catch (error) {
    if (error instanceof DailyleetError) return null;
    throw error;
  }
}
