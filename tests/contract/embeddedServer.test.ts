import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFirestore, createHttp, type SignIn, signInWithIdp, type Transport } from "@dailyleet/client";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { createProfile } from "@dailyleet/local";
import { startServer } from "@dailyleet/local/server";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { openTestDatabase } from "./localDatabase.ts";
import { describePersonStore } from "./personStoreContract.ts";
import { breakingTransport, describeBadLine } from "./suites/badLine.ts";
import type { RemoteBackend } from "./suites/person.ts";

/** The real server, except for Google's token check: a uid is its own credential. */
async function openEmbeddedServer(): Promise<RemoteBackend> {
  const { database, directory, plant, close } = openTestDatabase();
  const siteDirectory = join(directory, "site");
  mkdirSync(siteDirectory);
  writeFileSync(join(siteDirectory, "index.html"), "<!doctype html>");
  const server = await startServer({
    database,
    siteDirectory,
    port: 0,
    config: () => ({}),
    trustCredential: (uid) => uid,
  });
  const transport = createNodeNetwork().transport;
  let people = 0;
  return {
    newUid: () => createProfile(database, `Person ${++people}`).uid,
    as: (uid) => signedIn(server.url, uid, transport),
    overBadLine: (uid) => signedIn(server.url, uid, breakingTransport(transport)),
    plant,
    now: Date.now,
    async stop() {
      await server.close();
      close();
    },
  };
}

function signedIn(base: string, uid: string, transport: Transport) {
  const http = createHttp({ transport, wait: async () => {} });
  let signIn: Promise<SignIn> | undefined;
  const idToken = async () => {
    signIn ??= signInWithIdp({ http, apiKey: "local", base }, uid);
    return (await signIn).idToken;
  };
  return createFirestore({ http, base, projectId: LOCAL_PROJECT_ID, idToken });
}

describePersonStore("REST on the embedded server", openEmbeddedServer, describeBadLine);
