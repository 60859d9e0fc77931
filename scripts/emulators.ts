// `npm run emulators` runs cloud mode on this computer, for trying it out. One address serves the site, its sign-in,
// Google's part of `dailyleet login`, and a Firestore emulator with the rules of this repository.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DailyleetError, LOCAL_PROJECT_ID } from "@dailyleet/core";
import { createProfile, listProfiles, openDatabase } from "@dailyleet/local";
import { type Area, type Handler, startServer } from "@dailyleet/local/server";
import { emulatorsOf } from "../packages/cli/src/cloud/emulators.ts";
import { startEmulator } from "../tests/support/emulator.ts";
import { CLIENT, createDeviceLogin } from "./emulators/deviceLogin.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "site/dist");

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4750" },
    directory: { type: "string", default: join(ROOT, ".emulators") },
  },
});

try {
  await run(Number(values.port), resolve(values.directory));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(port: number, directory: string): Promise<void> {
  const ended = new Promise((end) => {
    // `on`, not `once`: Ctrl-C reaches this process twice, from the terminal and from npm.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  });
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const firestore = await openFirestore(port);
  const database = openDatabase(join(directory, "people.db"));
  createProfile(database, "Asha");
  const login = createDeviceLogin(() => listProfiles(database));
  const forward = firestore && forwardTo(firestore.host);
  const areas: readonly Area[] = [
    ...(forward ? [[/^\/v1\//, { GET: forward, POST: forward }] as const] : []),
    [/^\/terminal\/dailyleet\.json$/, { GET: ({ headers }) => configFor(headers.host ?? "") }],
    ...login.areas,
  ];
  const options = { database, siteDirectory: SITE, port, config: () => ({}), areas, trustCredential: login.subjectOf };
  const server = await startServer(options);
  const host = `localhost:${server.port}`;
  writeFileSync(join(directory, "env"), environment(host, join(directory, "terminal")));
  console.log(instructions(host, relative(process.cwd(), join(directory, "env")), firestore?.host));
  await ended;
  await server.close();
  database.close();
  await firestore?.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** The emulator of FIRESTORE_EMULATOR_HOST, else a new one. Null if none can start: the built-in one then serves. */
async function openFirestore(port: number): Promise<{ readonly host: string; stop(): Promise<void> } | null> {
  const { firestore } = emulatorsOf(process.env);
  if (firestore === undefined) return startEmulator("Google's own Firestore emulator with firestore.rules");
  const { host, port: named } = new URL(firestore);
  if (Number(named) === port) {
    throw new Error("FIRESTORE_EMULATOR_HOST names these emulators themselves; start them in another terminal.");
  }
  return { host, stop: async () => {} };
}

/** Forwards requests to the Firestore emulator at `host`, so that the page reaches it at the page's own origin. */
function forwardTo(host: string): Handler {
  return async ({ method, path, query, headers, body }) => {
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const request = { method, headers: { authorization, "content-type": type }, body: body === "" ? null : body };
    const response = await fetch(`http://${host}${encodeURI(path)}?${query}`, request).catch((cause) => {
      throw new DailyleetError("unavailable", `The Firestore emulator at ${host} gives no answer.`, { cause });
    });
    return { status: response.status, headers: { "Content-Type": "application/json" }, body: await response.text() };
  };
}

/** The `dailyleet.json` that `dailyleet login` reads from a deployed site. */
function configFor(host: string) {
  const firebase = { apiKey: "emulator", authDomain: host, projectId: LOCAL_PROJECT_ID };
  const body = JSON.stringify({ firebase, google: CLIENT });
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

function environment(host: string, home: string): string {
  const variables = {
    DAILYLEET_HOME: home,
    FIRESTORE_EMULATOR_HOST: host,
    FIREBASE_AUTH_EMULATOR_HOST: host,
    DAILYLEET_OAUTH_HOST: host,
  };
  const lines = Object.entries(variables).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`,
  );
  return lines.join("");
}

function instructions(host: string, env: string, firestore: string | undefined): string {
  const database = firestore
    ? `Google's emulator at ${firestore}, with firestore.rules`
    : "the built-in one, because there is no Firestore emulator here; firestore.rules are not checked";
  return `
The site      http://${host}
The terminal  . ${env}
              npx dailyleet login http://${host}/terminal
Firestore     ${database}

Ctrl-C ends all of it and deletes what was written.`;
}
