import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPersonStore } from "@dailyleet/core";
import {
  createDocumentStore,
  createProfile,
  type Database,
  findProfile,
  listProfiles,
  openDatabase,
} from "@dailyleet/local";
import { startServer } from "@dailyleet/local/server";
import type { Emulator } from "../../support/emulator.ts";
import { SITE_DIRECTORY } from "./hosting.ts";

export type CloudProject = Awaited<ReturnType<typeof startCloudProject>>;

/**
 * Identity Toolkit is the embedded server, which trusts ID tokens of `issuers` (origins). Firestore is `emulator`, by
 * default the embedded server.
 */
export async function startCloudProject(issuers: readonly string[], emulator: Emulator | null = null) {
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-cloud-"));
  const database = openDatabase(join(directory, "dailyleet.db"));
  const trustCredential = (idToken: string) => {
    const { iss, sub } = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
    return issuers.includes(iss) ? uidFor(database, sub) : null;
  };
  const server = await startServer({
    database,
    siteDirectory: SITE_DIRECTORY,
    port: 0,
    config: () => ({}),
    trustCredential,
  });
  const identityHost = `127.0.0.1:${server.port}`;
  return {
    /** `127.0.0.1:PORT` of Identity Toolkit. */
    identityHost,
    firestoreHost: emulator?.host ?? identityHost,
    /** The uid of a person who has signed in. */
    uidOf: (person: string) => findProfile(database, person).uid,
    /** The person's document on the embedded server: day → source → done. */
    async daysOf(person: string) {
      const { uid } = findProfile(database, person);
      return (await createPersonStore(createDocumentStore(database, uid), uid).readOpen()).cells;
    },
    async stop() {
      await server.close();
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The uid of a person. The first sign-in creates the account. */
function uidFor(database: Database, person: string): string {
  const known = listProfiles(database).find(({ name }) => name === person);
  return (known ?? createProfile(database, person)).uid;
}
