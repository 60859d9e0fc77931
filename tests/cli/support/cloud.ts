import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fields, LOCAL_PROJECT_ID } from "@dailyleet/core";
import { createDocumentStore, createProfile, openDatabase } from "@dailyleet/local";
import { type RunningServer, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import type { Env } from "../../../packages/cli/src/context.ts";
import { plantDocument } from "../../local/support/database.ts";
import type { Environment } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { CLIENT, type GoogleStandIn, startGoogleStandIn } from "./googleStandIn.ts";
import { connectedHome } from "./localHome.ts";

const SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

export type TestCloud = Awaited<ReturnType<typeof startTestCloud>>;

interface Settings {
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** Emulators other than this cloud's. */
  readonly env?: NodeJS.ProcessEnv;
}

export type Computer = ReturnType<typeof newComputer>;

export async function startTestCloud() {
  const database = openDatabase(join(tempDirectory(), "dailyleet.db"));
  const { uid } = createProfile(database, "Asha");
  let signedIn = uid;
  const google = await startGoogleStandIn();
  const start = (port: number) =>
    startServer({ database, siteDirectory: SITE, port, config: () => ({}), trustCredential: () => signedIn });
  let server: RunningServer | null = await start(0);
  const { port } = server;
  onTestFinished(async () => {
    await Promise.all([server?.close(), google.stop()]);
    database.close();
  });
  return {
    google,
    uid,
    /** The port of the database. */
    port,
    /** Writes a document of the person past all rules. */
    plant: (path: string, fields: Fields) => plantDocument(database, path, fields),
    read: async (path: string) => (await createDocumentStore(database, uid).get(path))?.fields ?? null,
    /** A computer of that person, with its own data directory. Its stderr leaves out the notes about emulators. */
    computer: (settings?: Settings) => newComputer(port, google, settings),
    /** A computer of that person after `login`. */
    async signedIn(settings?: Settings) {
      const computer = newComputer(port, google, settings);
      await computer.run(["login"]);
      return computer;
    },
    /** From now on another person signs in. Returns that person's uid. */
    meet(name: string) {
      signedIn = createProfile(database, name).uid;
      return signedIn;
    },
    async goOffline() {
      await server?.close();
      server = null;
    },
    async goOnline() {
      server ??= await start(port);
    },
  };
}

export async function startDesktop(settings?: Settings) {
  const cloud = await startTestCloud();
  return { cloud, desktop: await cloud.signedIn(settings) };
}

function newComputer(port: number, google: GoogleStandIn, settings: Settings = {}) {
  const directory = tempDirectory();
  const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
  writeFileSync(join(directory, "dailyleet.json"), JSON.stringify({ firebase, google: settings.google ?? CLIENT }));
  const env: NodeJS.ProcessEnv = {
    FIRESTORE_EMULATOR_HOST: `localhost:${port}`,
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${port}`,
    DAILYLEET_OAUTH_HOST: google.host,
    ...settings.env,
  };
  return {
    directory,
    credentials: join(directory, "credentials.json"),
    env,
    async run(args: readonly string[], { env: more, ...environment }: Environment = {}) {
      const result = await connectedHome({ env: { ...env, ...more } as Env, ...environment }, directory).run(args);
      const lines = result.stderr.split("\n").filter((line) => !/^dailyleet: \w+_HOST is set: /.test(line));
      return { ...result, stderr: lines.join("\n") };
    },
  };
}
