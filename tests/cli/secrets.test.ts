import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { expect, it, onTestFinished } from "vitest";
import { type Reply, startScriptedServer } from "../client/support/scriptedServer.ts";
import { newHome } from "./support/home.ts";

/** A server that says back everything that it was told, in the place where errors stand. */
const reflect =
  (status: number, form: (said: string) => string, headers: Record<string, string> = {}): Reply =>
  (response, { url, headers: given, body }) => {
    const said = JSON.stringify(`${url} ${JSON.stringify(given)} ${body}`).slice(1, -1);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(form(said));
  };

const asError = (status: string) => (said: string) => `{"error":{"status":"${status}","message":"${said}"}}`;

const REPLIES: readonly [string, Reply][] = [
  ["400", reflect(400, asError("INVALID_ARGUMENT"))],
  ["401", reflect(401, asError("UNAUTHENTICATED"))],
  ["403", reflect(403, asError("PERMISSION_DENIED"))],
  ["an OAuth error", reflect(400, (said) => `{"error":"${said}","error_description":"${said}"}`)],
  ["a page", reflect(200, (said) => `<title>${said}</title>`)],
  ["a redirect", reflect(302, (said) => said, { location: "/elsewhere?SECRET-LOCATION" })],
  [
    "half an answer",
    (response) =>
      void response.writeHead(200, { "content-length": "999" }).write("SECRET-BODY", () => response.socket?.destroy()),
  ],
];

const COMMANDS = [
  ["tick", "1"],
  ["today"],
  ["status"],
  ["export"],
  ["sync"],
  ["whoami"],
  ["config"],
  ["config", "--json"],
  ["login"],
];

it.each(REPLIES)("no command prints a secret when the servers answer %s", { timeout: 120_000 }, async (_, reply) => {
  const server = await startScriptedServer();
  onTestFinished(() => server.stop());
  server.reply(reply);
  const home = newHome();
  const host = server.origin.slice("http://".length);
  const keep = (name: string, value: object) =>
    writeFileSync(join(home.directory, name), JSON.stringify(value), { mode: 0o600 });
  keep("dailyleet.json", {
    firebase: { apiKey: "SECRET-KEY", authDomain: "a.firebaseapp.com", projectId: LOCAL_PROJECT_ID },
    google: { clientId: "terminal", clientSecret: "SECRET-CLIENT" },
  });
  keep("credentials.json", {
    uid: "u1",
    refreshToken: "SECRET-REFRESH",
    issuer: `${server.origin}/${LOCAL_PROJECT_ID}`,
  });
  const env = { FIRESTORE_EMULATOR_HOST: host, FIREBASE_AUTH_EMULATOR_HOST: host, DAILYLEET_OAUTH_HOST: host };
  for (const args of COMMANDS) {
    const { stdout, stderr } = await home.run(args, env);
    expect([args, stdout.match(/SECRET\S*/), stderr.match(/SECRET\S*/)]).toEqual([args, null, null]);
    expect(stderr).not.toContain("this is a bug in dailyleet");
  }
  for (const name of readdirSync(home.directory)) {
    const file = join(home.directory, name);
    const isOpen = (statSync(file).mode & 0o077) !== 0;
    expect([name, isOpen && readFileSync(file, "latin1").includes("SECRET")]).toEqual([name, false]);
  }
});
