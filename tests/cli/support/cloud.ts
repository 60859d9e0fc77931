import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fields, LOCAL_PROJECT_ID } from "@dailyleet/core";
import { createDocumentStore, createProfile, openDatabase } from "@dailyleet/local";
import { type RunningServer, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import type { CliResult } from "../../support/cliProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { CLIENT, type GoogleStandIn, startGoogleStandIn } from "./googleStandIn.ts";
import { newHome } from "./home.ts";

const SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

export interface TestCloud {
  readonly google: GoogleStandIn;
  /** The uid of the person who signs in. */
  readonly uid: string;
  /** A computer of that person: its own data directory. Notes about the emulators are left out of stderr. */
  computer(settings?: Settings): Computer;
  /** The same after `login`. */
  signedIn(settings?: Settings): Promise<Computer>;
  /** Puts a document of the person there, past all rules, or reads one. */
  plant(path: string, fields: Fields): void;
  read(path: string): Promise<Fields | null>;
  /** The database's own port. */
  readonly port: number;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}

interface Settings {
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** Other emulators than the cloud's own. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Computer {
  readonly directory: string;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CliResult>;
  readonly env: NodeJS.ProcessEnv;
}

export async function startTestCloud(): Promise<TestCloud> {
  const database = openDatabase(join(tempDirectory(), "dailyleet.db"));
  const { uid } = createProfile(database, "Asha");
  const google = await startGoogleStandIn();
  const start = (port: number) =>
    startServer({ database, siteDirectory: SITE, port, config: {}, trustCredential: () => uid });
  let server: RunningServer | null = await start(0);
  const { port } = server;
  onTestFinished(async () => {
    await Promise.all([server?.close(), google.stop()]);
    database.close();
  });
  return {
    google,
    uid,
    port,
    plant(path, fields) {
      const micros = Date.now() * 1000;
      const sql = "INSERT OR REPLACE INTO documents (path, fields, created, updated) VALUES (?, ?, ?, ?)";
      database.run(sql, path, JSON.stringify(fields), micros, micros);
    },
    read: async (path) => (await createDocumentStore(database, uid).get(path))?.fields ?? null,
    computer: (settings) => newComputer(port, google, settings),
    async signedIn(settings) {
      const computer = newComputer(port, google, settings);
      await computer.run(["login"]);
      return computer;
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

function newComputer(port: number, google: GoogleStandIn, settings: Settings = {}): Computer {
  const home = newHome();
  const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
  writeFileSync(
    join(home.directory, "dailyleet.json"),
    JSON.stringify({ firebase, google: settings.google ?? CLIENT }),
  );
  const env = {
    FIRESTORE_EMULATOR_HOST: `localhost:${port}`,
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${port}`,
    DAILYLEET_OAUTH_HOST: google.host,
    ...settings.env,
  };
  return {
    directory: home.directory,
    env,
    async run(args, more = {}) {
      const result = await home.run(args, { ...env, ...more });
      const lines = result.stderr.split("\n").filter((line) => !/^dailyleet: \w+_HOST is set: /.test(line));
      return { ...result, stderr: lines.join("\n") };
    },
  };
}
