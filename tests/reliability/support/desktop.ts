import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttp, signInWithIdp } from "@dailyleet/client";
import {
  cellKey,
  createPersonStore,
  doneCells,
  LOCAL_PROJECT_ID,
  openPath,
  type SourceNumber,
  saveChanges,
  type TickCell,
  type TickChange,
  tickCell,
} from "@dailyleet/core";
import {
  createDocumentStore,
  createOutbox,
  createProfile,
  type Database,
  keepKnown,
  openDatabase,
} from "@dailyleet/local";
import { type RunningServer, startServer } from "@dailyleet/local/server";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import { CLIENT, startGoogleStandIn } from "../../cli/support/googleStandIn.ts";
import { connectedHome } from "../../cli/support/localHome.ts";
import type { CliResult } from "../../support/cliProcess.ts";
import type { Environment } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { today, todayNumber } from "../../support/today.ts";
import { startFaultyServer } from "./faultyServer.ts";

const SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

/**
 * A working server in Firebase's place for many people. Each person uses it through their own server that can break.
 */
interface Cloud {
  readonly database: Database;
  readonly origin: string;
}

/**
 * One cloud for all tests of a file. It trusts the ID tokens of the Google stand-in; the token's subject is the person.
 */
export function useCloud(): Cloud {
  const cloud = {} as { -readonly [K in keyof Cloud]: Cloud[K] };
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-cloud-"));
  let server: RunningServer;
  beforeAll(async () => {
    cloud.database = openDatabase(join(directory, "cloud.db"));
    const { database } = cloud;
    server = await startServer({
      database,
      siteDirectory: SITE,
      port: 0,
      config: () => ({}),
      trustCredential: subjectOf,
    });
    cloud.origin = server.url;
  });
  afterAll(async () => {
    await server.close();
    cloud.database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return cloud;
}

interface DesktopEnvironment extends Environment {
  /** Shorter timeouts for requests that fail. */
  readonly isHurried?: boolean;
}

const HURRY = 5;
let people = 0;
/** Today's first source is stored in the cloud and known here. The second one waits in the outbox. */
export const STORED = todayCell(1);
export const WAITING = todayCell(2);

export function todayCell(source: SourceNumber): TickCell {
  return tickCell(today.year, todayNumber, source);
}

export type Desktop = Awaited<ReturnType<typeof newDesktop>>;

/**
 * A computer of one person, signed in to the cloud through a server that can break. `hasCopy`: the computer knows the
 * cloud's document, so that sending need not read it first.
 */
export async function newDesktop(cloud: Cloud, { hasCopy = true } = {}) {
  const { uid } = createProfile(cloud.database, `Person ${++people}`);
  const google = await startGoogleStandIn(uid);
  const { origin } = cloud;
  const stand = `http://${google.host}`;
  const server = await startFaultyServer({
    renewal: origin,
    signIn: origin,
    reading: origin,
    commit: origin,
    deviceCode: stand,
    poll: stand,
    keys: stand,
    greeting: origin,
  });
  google.claims = { iss: server.origin };
  onTestFinished(async () => {
    await Promise.all([server.stop(), google.stop()]);
  });
  const directory = tempDirectory();
  await furnish(cloud, directory, uid, server.origin, hasCopy);

  const host = server.origin.slice("http://".length);
  const env = { FIRESTORE_EMULATOR_HOST: host, FIREBASE_AUTH_EMULATOR_HOST: host, DAILYLEET_OAUTH_HOST: host };
  const documents = createDocumentStore(cloud.database, uid);
  const { transport } = createNodeNetwork();
  return {
    uid,
    directory,
    server,
    google,
    env,
    /**
     * Runs a command in this process with instant pauses and checks that it shows no secret. Its stderr leaves out the
     * notes about emulators.
     */
    async run(args: readonly string[], { isHurried = false, ...more }: DesktopEnvironment = {}): Promise<CliResult> {
      const start = more.now ?? Date.now;
      let paused = 0;
      const result = await connectedHome(
        {
          env,
          async wait(ms) {
            paused += ms;
          },
          transport: (request) =>
            transport({
              ...request,
              timeoutMs: request.timeoutMs / (isHurried && server.breaks(request.url) ? HURRY : 1),
            }),
          ...more,
          now: () => start() + paused,
        },
        directory,
      ).run(args);
      const lines = result.stderr
        .split("\n")
        .filter((line) => !/^dailyleet: \w+_HOST( is set: |.* no effect in local mode)/.test(line));
      const told = { ...result, stderr: lines.join("\n") };
      expectNoSecrets(directory, told);
      return told;
    },
    /** The person's done cells of this year in the cloud, as `cellKey` writes them. */
    async stored() {
      const { cells } = await createPersonStore(documents, uid).readOpen();
      return doneCells(cells).map((cell) => cellKey({ table: today.year, ...cell }));
    },
    /** The entries of this computer's outbox that wait or were refused. */
    async outbox() {
      const database = openDatabase(join(directory, "dailyleet.db"));
      const pending = await createOutbox(database).list(uid);
      database.close();
      return pending;
    },
  };
}

/** Writes the state that `login` and two ticks leave behind; the second tick was made offline. */
async function furnish(
  cloud: Cloud,
  directory: string,
  uid: string,
  issuerOrigin: string,
  hasCopy: boolean,
): Promise<void> {
  const firebase = { apiKey: "SECRET-KEY", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
  const config = { firebase, google: CLIENT, sheet: `${issuerOrigin}/sheet` };
  writeFileSync(join(directory, "dailyleet.json"), JSON.stringify(config), { mode: 0o600 });
  const issuer = `${issuerOrigin}/${LOCAL_PROJECT_ID}`;
  const credentials = { version: 1, uid, issuer, refreshToken: await refreshTokenOf(cloud, uid) };
  writeFileSync(join(directory, "credentials.json"), JSON.stringify(credentials), { mode: 0o600 });

  const documents = createDocumentStore(cloud.database, uid);
  await saveChanges(createPersonStore(documents, uid), [done(STORED)], today);
  const database = openDatabase(join(directory, "dailyleet.db"));
  const known = await documents.get(openPath(uid));
  if (known && hasCopy) keepKnown(database, uid, openPath(uid), known);
  await createOutbox(database).put(uid, [{ change: done(WAITING) }]);
  database.close();
}

const done = (cell: TickCell): TickChange => ({ ...cell, state: true });

const SECRET = /SECRET|eyJ[\w-]{10,}/;

/** The output shows no secret, and no file that others can read holds one. */
function expectNoSecrets(directory: string, { stdout, stderr }: CliResult): void {
  expect(stdout + stderr).not.toMatch(SECRET);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (statSync(file).mode & 0o077) === 0) continue;
    expect(readFileSync(file, "latin1"), file).not.toMatch(SECRET);
  }
}

/** A refresh token of the person, obtained as `login` does. */
async function refreshTokenOf({ origin }: Cloud, uid: string): Promise<string> {
  const http = createHttp({ transport: createNodeNetwork().transport, wait: async () => {} });
  const credential = `.${Buffer.from(JSON.stringify({ sub: uid })).toString("base64url")}.`;
  return (await signInWithIdp({ http, apiKey: "key", base: origin }, credential)).refreshToken;
}

function subjectOf(idToken: string): string {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()).sub;
}
