import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transport } from "@dailyleet/client";
import { withLock } from "@dailyleet/local";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Env } from "../../packages/cli/src/context.ts";
import {
  json as jsonReply,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  text,
} from "../client/support/scriptedServer.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { startTestCloud, type TestCloud } from "./support/cloud.ts";
import { CLIENT } from "./support/googleStandIn.ts";
import type { Home } from "./support/home.ts";
import { connectedHome } from "./support/localHome.ts";

const firebase = { apiKey: "k", authDomain: "a.firebaseapp.com", projectId: "demo-dailyleet" };
const otherFirebase = { ...firebase, projectId: "other-project" };
const google = CLIENT;

const startSite = (config: object) => startServer(jsonReply(200, config));

async function startServer(...replies: Reply[]): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  onTestFinished(() => server.stop());
  server.reply(...replies);
  return server;
}

function newComputer(cloud: TestCloud, settings?: string): Home {
  const home = connectedHome({ env: cloud.computer().env as Env });
  if (settings !== undefined) writeFileSync(configOf(home), settings, { mode: 0o600 });
  return home;
}

const configOf = ({ directory }: Pick<Home, "directory">) => join(directory, "dailyleet.json");
const configIn = (home: Home) => JSON.parse(readFileSync(configOf(home), "utf8"));
/** The files that a sign-in makes in the configuration's directory: name → text. */
const filesOf = ({ directory }: Home) =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => /^(dailyleet\.json|credentials)/.test(name))
      .map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  );

describe("login SITE-ADDRESS", () => {
  it("takes the site's configuration over and signs in", async () => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const home = newComputer(cloud, "{}");
    const { code, stdout, stderr } = await home.run(["login", `${site.origin}/tracker/index.html#today`]);
    expect([code, stdout]).toEqual([0, `Signed in as ${cloud.uid}.\n`]);
    const file = configOf(home);
    expect(configIn(home)).toEqual({ firebase, google });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stderr).toContain(`Your own settings are kept as ${file}.before.`);
    expect(readFileSync(`${file}.before`, "utf8")).toBe("{}");
    expect((await home.run(["config", "--json"])).stdout).not.toContain("SECRET");
  });

  it.each([
    ["", "/dailyleet.json"],
    ["/", "/dailyleet.json"],
    ["/sub/path", "/sub/path/dailyleet.json"],
    ["/sub/path/", "/sub/path/dailyleet.json"],
    ["/sub/index.html?a=b#today", "/sub/dailyleet.json"],
    ["/sub/dailyleet.json", "/sub/dailyleet.json"],
    ["//other.example/x", "//other.example/x/dailyleet.json"],
  ])("asks a site at '%s' for %s", async (path, asked) => {
    const site = await startServer(text(404, ""));
    await connectedHome().run(["login", `${site.origin}${path}`]);
    expect(site.requests.map(({ url }) => url)).toEqual([asked]);
  });

  it.each([
    ["of a local server", jsonReply(200, { local: true }), /runs in local mode on one computer/],
    ["without firebase", jsonReply(200, { google }), /has no 'firebase' section/],
    ["without google", jsonReply(200, { firebase }), /has no 'google' section/],
    [
      "with a place for backups",
      jsonReply(200, { firebase, google, backups: "/tmp" }),
      /names a directory for backups/,
    ],
    ["with an unknown key", jsonReply(200, { firebase, google, extra: 1 }), /the key 'extra' is unknown/],
    ["that is a page", text(200, "<html>"), /if this network answers with a sign-in page, open it in a browser/],
    ["that is no JSON", text(200, "Welcome! SECRET"), /if this network answers with a sign-in page/],
    ["of a network's login", text(511, "<html>"), /if this network answers with a sign-in page/],
    ["that is missing", text(404, ""), /answered 404; give the address that opens the site/],
    ["that a portal keeps back", text(302, "", { location: "http://portal.example/login" }), /sign-in page/],
    ["that moved nowhere", text(301, "", { location: "https://" }), /sign-in page/],
  ])("refuses a configuration %s and keeps nothing", async (_, reply, sentence) => {
    const site = await startServer(reply);
    const home = connectedHome();
    const { code, stdout, stderr } = await home.run(["login", site.origin]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(sentence)]);
    expect(stderr).not.toContain("SECRET");
    expect(existsSync(configOf(home))).toBe(false);
  });

  it.each([301, 302, 308])("follows a site that moved (%d) once, and says so", async (status) => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const old = await startServer(text(status, "", { location: `${site.origin}/dailyleet.json?from=old` }));
    const home = newComputer(cloud);
    const { code, stderr } = await home.run(["login", ` ${old.origin.replace("//", "/")}/ `]);
    const [from, to] = [old, site].map(({ origin }) => new URL(origin).host);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${from} sends on to ${to}.`)]);
    expect(configIn(home)).toEqual({ firebase, google });

    const again = await startServer(text(status, "", { location: old.origin }));
    const twice = await connectedHome().run(["login", again.origin]);
    expect([twice.code, twice.stderr]).toEqual([
      1,
      expect.stringContaining(`${old.origin}/dailyleet.json answered with a page`),
    ]);
  });

  it.each([
    " https://tracker.example/x\n",
    "tracker.example/x",
    "//tracker.example/x",
    "https:/tracker.example/x",
    "https:tracker.example/x",
    "HTTPS://tracker.example/x",
    "https://tracker.example/x/index.html",
  ])("reads the address %j as people write it", async (address) => {
    const asked: string[] = [];
    const transport: Transport = async ({ url }) => {
      asked.push(url);
      return { status: 404, headers: {}, body: "" };
    };
    await runInProcess(tempDirectory(), ["login", address], { transport });
    expect(asked).toEqual(["https://tracker.example/x/dailyleet.json"]);
  });

  it("that is refused says so in a sentence, and leaves local mode and its ticks as they were", async () => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const home = newComputer(cloud);
    await home.run(["tick", "1"]);
    cloud.google.replies = [{ status: 403, error: "access_denied" }];
    const { code, stdout, stderr } = await home.run(["login", site.origin]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining("refused on the other device")]);
    expect(stderr).not.toContain("SECRET");
    expect(filesOf(home)).toEqual({});
    expect((await home.run(["status"])).stdout).toMatch(/^1\/5/);
  });

  it("that fails at a second site leaves the sign-in at the first one in force", async () => {
    const { cloud, home, second } = await signedInAtFirstSite();
    const before = filesOf(home);
    cloud.google.replies = [{ status: 403, error: "access_denied" }];
    expect((await home.run(["login", second.origin])).code).toBe(1);
    expect(filesOf(home)).toEqual(before);
    expect((await home.run(["tick", "1"])).code).toBe(0);
  });

  it("leaves this computer's settings in force, as leaving the site does", async () => {
    const { home, second } = await signedInAtFirstSite();
    for (const line of [
      ["backups", "~/Sync"],
      ["waitForCloud", "off"],
    ])
      await home.run(["config", ...line]);
    const own = { waitForCloud: false, backups: "~/Sync" };
    await home.run(["login", second.origin]);
    expect(configIn(home)).toEqual({ firebase: otherFirebase, google, ...own });
    expect((await home.run(["config", "backups"])).stdout).toBe("~/Sync\n");
    await home.run(["logout", "--leave"]);
    expect(configIn(home)).toEqual({ icons: "/mine/", ...own });
  });

  it("waits for a change of the settings, which is then kept with them", async () => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const home = newComputer(cloud, "{}");
    const changed = '{"list":"all"}';
    await whileSettingsChange(
      home,
      changed,
      () => existsSync(join(home.directory, "dailyleet.db")),
      () => home.run(["login", site.origin]),
    );
    expect([filesOf(home)["dailyleet.json.before"], configIn(home)]).toEqual([changed, { firebase, google }]);
  });

  it("to a second site keeps the person's own settings, and the first site's beside them", async () => {
    const { home, second } = await signedInAtFirstSite();
    const { code, stderr } = await home.run(["login", second.origin]);
    expect([code, configIn(home)]).toEqual([0, { firebase: otherFirebase, google }]);
    const { "dailyleet.json.before": own, "dailyleet.json.of-demo-dailyleet": ofFirst } = filesOf(home);
    expect([own, JSON.parse(ofFirst ?? "")]).toEqual(['{"icons": "/mine/"}', { firebase, google }]);
    expect(stderr).toContain("The configuration of demo-dailyleet is kept as ");
  });
});

describe("logout --leave", () => {
  it("returns to local mode, its ticks and the person's own settings", async () => {
    const cloud = await startTestCloud();
    const home = newComputer(cloud, '{"icons": "/mine/"}');
    await home.run(["tick", "1"]);
    for (const project of [firebase, otherFirebase]) {
      await home.run(["login", (await startSite({ firebase: project, google })).origin]);
    }
    const { code, stdout } = await home.run(["logout", "--leave"]);
    expect([code, stdout]).toEqual([0, "Signed out; this computer is in local mode again.\n"]);
    expect(configIn(home)).toEqual({ icons: "/mine/" });
    expect(Object.keys(filesOf(home)).filter((name) => /before|credentials/.test(name))).toEqual([]);
    expect((await home.run(["status"])).stdout).toMatch(/^1\/5/);
    const again = await home.run(["logout", "--leave", "--json"]);
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { version: 1, wasSignedIn: false, unsent: 0 }]);
  });

  it("waits for a change of the settings, which is then kept with the site's", async () => {
    const { home } = await signedInAtFirstSite();
    const changed = JSON.stringify({ firebase, google, waitForCloud: false });
    const files = filesOf(home);
    const isSignedOut = () => filesOf(home)["credentials.json"] === undefined;
    await whileSettingsChange(home, changed, isSignedOut, () => home.run(["logout", "--leave"]));
    expect(filesOf(home)).toEqual({
      "dailyleet.json": `${JSON.stringify({ ...JSON.parse(files["dailyleet.json.before"] ?? ""), waitForCloud: false }, null, 2)}\n`,
      "dailyleet.json.of-demo-dailyleet": changed,
    });
  });

  it("leaves settings with a fault where they are, and finds them again after a site", async () => {
    const cloud = await startTestCloud();
    const own = '{"icons":3}';
    const home = newComputer(cloud, own);
    expect((await home.run(["logout", "--leave"])).stdout).toBe("This computer is in local mode already.\n");
    await home.run(["login", (await startSite({ firebase, google })).origin]);
    await home.run(["logout", "--leave"]);
    expect(filesOf(home)["dailyleet.json"]).toBe(own);
  });

  it("is named wherever a sign-in is asked for, and works without one", async () => {
    const cloud = await startTestCloud();
    const computer = cloud.computer();
    const { code, stderr } = await computer.run(["tick", "1"]);
    expect([code, stderr]).toEqual([4, expect.stringContaining("'dailyleet logout --leave' for local mode")]);
    const { findings } = JSON.parse((await computer.run(["doctor", "--json"])).stdout);
    const signIn = findings.find(({ check }: { check: string }) => check === "sign-in");
    expect(signIn).toMatchObject({ state: "mend", advice: expect.stringContaining("logout --leave") });
    expect((await computer.run(["logout", "--leave"])).stdout).toBe("This computer is in local mode again.\n");
    expect((await computer.run(["tick", "1"])).code).toBe(0);
  });

  it("names what was not sent and needs --yes; it goes out after the next sign-in", async () => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const home = newComputer(cloud);
    await home.run(["login", site.origin]);
    await cloud.goOffline();
    await home.run(["tick", "1", "2", "--date", "2025-03-05"]);
    const before = filesOf(home);
    const asked = await home.run(["logout", "--leave"]);
    expect([asked.code, asked.stdout, filesOf(home)]).toEqual([2, "", before]);
    expect(asked.stderr).toContain("LeetCode, 2025-03-05: Done\n");
    expect(asked.stderr).toContain("Code360, 2025-03-05: Done\n");
    expect(asked.stderr).toMatch(/2 changes not sent yet; run 'dailyleet sync' first, or pass --yes .*\n$/);
    expect((await home.run(["logout", "--leave", "--yes"])).code).toBe(0);
    await cloud.goOnline();
    await home.run(["login", site.origin]);
    expect((await home.run(["sync"])).stdout).toBe("2 sent, 0 waiting, 0 refused\n");
  });

  it.each([
    ["that cannot be read", "{", "dailyleet.json.unreadable"],
    ["of a project", JSON.stringify({ firebase }), "dailyleet.json.of-demo-dailyleet"],
  ])("keeps a configuration %s beside it", async (_, config, kept) => {
    const home = connectedHome();
    writeFileSync(configOf(home), config, { mode: 0o600 });
    const { code, stderr } = await home.run(["logout", "--leave"]);
    expect([code, stderr, filesOf(home)]).toEqual([0, expect.stringContaining(kept), { [kept]: config }]);
    expect((await home.run(["tick", "1"])).code).toBe(0);
  });

  it("changes the file behind a linked configuration and keeps the link", async () => {
    const cloud = await startTestCloud();
    const site = await startSite({ firebase, google });
    const home = newComputer(cloud);
    const settings = join(home.directory, "settings.json");
    writeFileSync(settings, "{}", { mode: 0o600 });
    symlinkSync(settings, configOf(home));
    await home.run(["login", site.origin]);
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ firebase, google });
    await home.run(["logout", "--leave"]);
    expect(readFileSync(settings, "utf8")).toBe("{}");
  });
});

it("an e-mail address reaches the terminal without what a terminal acts on", async () => {
  const cloud = await startTestCloud();
  const email = "a\u001b]52;c;x\u0007\u202eb\nroot@example.com";
  const tokens = { localId: "ann", email, idToken: "x.y.z", refreshToken: "r", expiresIn: "3600" };
  const auth = await startServer(jsonReply(200, tokens), jsonReply(503, {}));
  const computer = cloud.computer({ env: { FIREBASE_AUTH_EMULATOR_HOST: auth.origin.slice("http://".length) } });
  const shown = "a]52;c;xb root@example.com";
  expect((await computer.run(["login"])).stdout).toBe(`Signed in as ${shown}.\n`);
  expect((await computer.run(["profiles"])).stdout).toBe(`Signed in as ${shown}.\n`);
  expect(JSON.parse((await computer.run(["profiles", "--json"])).stdout).active.name).toBe(email);
});

/** A computer with a setting of its own that has joined the first of two sites. */
async function signedInAtFirstSite() {
  const cloud = await startTestCloud();
  const first = await startSite({ firebase, google });
  const second = await startSite({ firebase: otherFirebase, google });
  const home = newComputer(cloud, '{"icons": "/mine/"}');
  await home.run(["login", first.origin]);
  return { cloud, home, second };
}

/** Starts a command while another process holds the settings' lock, and writes `text` once `hasBegun` returns true. */
async function whileSettingsChange(home: Home, text: string, hasBegun: () => boolean, command: () => Promise<unknown>) {
  let ended: Promise<unknown> = Promise.resolve();
  await withLock({ file: configOf(home) }, "settings", async () => {
    ended = command();
    await vi.waitFor(() => expect(hasBegun()).toBe(true));
    writeFileSync(configOf(home), text);
  });
  await ended;
}
