import { DailyleetError, type PendingChange } from "@dailyleet/core";
import { createDocumentCache, createOutbox, type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { adoptConfig, differsFromConfig } from "./configFile.ts";
import { type Credentials, hasCredentials, removeCredentials, writeCredentials } from "./credentials.ts";
import { loadSignIns } from "./session.ts";

/**
 * Keeps a new sign-in in the place of any before, with `site` also that site's configuration. Both come into force
 * in one moment, when the configuration is replaced: until then the sign-in before is kept beside the new one.
 */
export async function keepSignIn(context: Context, credentials: Credentials, site?: string): Promise<void> {
  const { credentialsFile } = placesOf(context);
  await withDatabase(context, (database) =>
    withLock(database, "token", async () => {
      if (site !== undefined && differsFromConfig(context, site)) {
        const before = usableSignIns(context).filter(({ issuer }) => issuer !== credentials.issuer);
        writeCredentials(credentialsFile, [credentials, ...before]);
        adoptConfig(context, site);
      }
      writeCredentials(credentialsFile, [credentials]);
    }),
  );
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
  const { credentialsFile } = placesOf(context);
  const wasSignedIn = hasCredentials(credentialsFile);
  const people = usableSignIns(context).map(({ uid }) => uid);
  removeCredentials(credentialsFile);
  if (people.length === 0) return { wasSignedIn, unsent: 0 };
  return withDatabase(context, async (database) => {
    // Once more: a process that was renewing the token may have written it meanwhile.
    await withLock(database, "token", async () => removeCredentials(credentialsFile));
    for (const uid of people) createDocumentCache(database).clear(uid);
    return { wasSignedIn, unsent: (await listUnsent(database, people)).length };
  });
}

/** Everything that waits on this computer or was refused, whoever made it. */
export async function allUnsent(context: Context): Promise<PendingChange[]> {
  return withDatabase(context, (database) => {
    const people = database.all<{ uid: string }>("SELECT DISTINCT uid FROM outbox").map(({ uid }) => uid);
    return listUnsent(database, people);
  });
}

async function listUnsent(database: Database, people: readonly string[]): Promise<PendingChange[]> {
  const outbox = createOutbox(database);
  return (await Promise.all(people.map((uid) => outbox.list(uid)))).flat();
}

/** None also for a file that cannot be used, which is to be removed or replaced all the same. */
function usableSignIns(context: Context): readonly Credentials[] {
  try {
    return loadSignIns(context);
  } catch (error) {
    if (error instanceof DailyleetError) return [];
    throw error;
  }
}
