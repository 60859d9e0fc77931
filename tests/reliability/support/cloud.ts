import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttp, signInWithIdp } from "@dailyleet/client";
import { createProfile, type Database, openDatabase } from "@dailyleet/local";
import { type RunningServer, startServer } from "@dailyleet/local/server";
import { afterAll, beforeAll } from "vitest";
import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";

const SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

/** A good server in Firebase's place, for many people; each uses it through a server of their own that can break. */
export interface Cloud {
  readonly database: Database;
  readonly origin: string;
}

/** One cloud for all tests of a file. Whoever has an ID token of the stand-in for Google is its subject. */
export function useCloud(): Cloud {
  const cloud = {} as { -readonly [K in keyof Cloud]: Cloud[K] };
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-cloud-"));
  let server: RunningServer;
  beforeAll(async () => {
    cloud.database = openDatabase(join(directory, "cloud.db"));
    const { database } = cloud;
    server = await startServer({ database, siteDirectory: SITE, port: 0, config: {}, trustCredential: subjectOf });
    cloud.origin = server.url;
  });
  afterAll(async () => {
    await server.close();
    cloud.database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return cloud;
}

let people = 0;

export function newPerson({ database }: Cloud): string {
  return createProfile(database, `Person ${++people}`).uid;
}

/** A refresh token of the person, as `login` would get it. */
export async function refreshTokenOf({ origin }: Cloud, uid: string): Promise<string> {
  const http = createHttp({ transport: createNodeNetwork().transport, wait: async () => {} });
  const credential = `.${Buffer.from(JSON.stringify({ sub: uid })).toString("base64url")}.`;
  return (await signInWithIdp({ http, apiKey: "key", base: origin }, credential)).refreshToken;
}

function subjectOf(idToken: string): string {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()).sub;
}
