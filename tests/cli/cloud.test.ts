import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Env } from "../../packages/cli/src/context.ts";
import {
  json as jsonReply,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from "../client/support/scriptedServer.ts";
import { doneIn, runCli } from "../support/cliProcess.ts";
import { today, todayText } from "../support/today.ts";
import { type Computer, startDesktop, startTestCloud } from "./support/cloud.ts";
import { connectedHome, localHome } from "./support/localHome.ts";

describe("ticks in the cloud", () => {
  it("are saved there, and another computer of the same person sees them", async () => {
    const cloud = await startTestCloud();
    const [desktop, laptop] = [await cloud.signedIn(), await cloud.signedIn()];
    const ticked = await desktop.run(["tick", "3", "--json"]);
    expect(ticked.stderr).toBe("");
    expect(JSON.parse(ticked.stdout)).toMatchObject({
      changes: [{ source: 3, done: true, was: false }],
      saved: "cloud",
    });
    expect((await laptop.run(["tick", "3"])).stdout).toBe(`GeeksforGeeks, ${todayText}: already Done\n`);
    expect((await laptop.run(["untick", "3"])).stdout).toBe(`GeeksforGeeks, ${todayText}: Untried (was Done)\n`);
    expect((await desktop.run(["tick", "3"])).stdout).toBe(`GeeksforGeeks, ${todayText}: Done (was Untried)\n`);
    expect((await laptop.run(["export"])).stdout).toBe((await desktop.run(["export"])).stdout);
  });

  it("can be made offline: durable here, said on stderr, exit 0, and sent with the next command", async () => {
    const cloud = await startTestCloud();
    const [desktop, laptop] = [cloud.computer(), cloud.computer()];
    await desktop.run(["login"]);
    await desktop.run(["tick", "1"]);
    await cloud.goOffline();
    const offline = await desktop.run(["tick", "2", "1", "--json"]);
    expect(offline.code).toBe(0);
    expect(JSON.parse(offline.stdout)).toMatchObject({
      changes: [
        { source: 2, done: true, was: false },
        { source: 1, done: true, was: true },
      ],
      saved: "pending",
    });
    expect(offline.stderr).toMatch(
      /^dailyleet: No answer from .* The 2 changes are saved on this computer and will be sent with the next command\.\n$/,
    );
    const shown = await desktop.run(["today", "--json"]);
    expect(doneIn(shown.stdout)).toEqual([1, 2]);
    expect(shown.stderr).toMatch(/Showing what this computer last knew\.\n$/);
    expect((await desktop.run(["status"])).stdout).toBe("2/5 - streak 1\n");
    expect((await desktop.run(["sync"])).code).toBe(1);
    await cloud.goOnline();
    expect((await desktop.run(["status"])).stderr).toBe("");
    const sent = await desktop.run(["tick", "4", "--json"]);
    expect([JSON.parse(sent.stdout).saved, sent.stderr]).toEqual(["cloud", ""]);
    await laptop.run(["login"]);
    expect(doneIn((await laptop.run(["today", "--json"])).stdout)).toEqual([1, 2, 4]);
  });

  it("can be undone, imported and looked back on like local ones", async () => {
    const { desktop } = await startDesktop();
    const file = join(desktop.directory, "ticks.json");
    const lastYear = today.year - 1;
    writeFileSync(file, JSON.stringify({ version: 1, years: { [lastYear]: { 365: { 1: true }, 1: { 5: true } } } }));
    expect((await desktop.run(["import", file, "--json"])).stdout).toContain('"saved":"cloud"');
    expect((await desktop.run(["stats", String(lastYear)])).stdout).toMatch(/^Active days +2 .*\nTotal ticks +2$/m);
    expect((await desktop.run(["undo"])).stdout).toContain("Untried (was Done)");
    expect(JSON.parse((await desktop.run(["export"])).stdout)).toMatchObject({ years: {}, practice: {} });
  });

  it("are refused with --profile, which belongs to local mode", async () => {
    const cloud = await startTestCloud();
    const { code, stderr } = await cloud.computer().run(["today", "--profile", "You"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("leave out --profile")]);
  });
});

function editSession({ credentials }: Computer, edit: (text: string) => string): void {
  writeFileSync(credentials, edit(readFileSync(credentials, "utf8")));
}

const authAt = ({ origin }: ScriptedServer) => ({ env: { FIREBASE_AUTH_EMULATOR_HOST: new URL(origin).host } });

describe("the sign-in", () => {
  it("that has ended keeps the tick, says so and ends with 4", async () => {
    const { desktop } = await startDesktop();
    editSession(desktop, (text) => text.replace(/"refreshToken": ".*"/, '"refreshToken": "SECRET-ended"'));
    const { code, stdout, stderr } = await desktop.run(["tick", "1", "--json"]);
    expect([code, JSON.parse(stdout).saved]).toEqual([4, "pending"]);
    expect(stderr).toMatch(/sign in again.*saved on this computer/i);
    expect(stderr).not.toContain("SECRET");
    await desktop.run(["login"]);
    expect((await desktop.run(["sync"])).stdout).toBe("1 sent, 0 waiting, 0 refused\n");
  });

  it("of somebody else sends nothing of what waits here", async () => {
    const { cloud, desktop } = await startDesktop();
    editSession(desktop, (text) => text.replace(cloud.uid, "somebodyElse"));
    const { code, stdout, stderr } = await desktop.run(["tick", "1", "--json"]);
    expect([code, JSON.parse(stdout).saved]).toEqual([4, "pending"]);
    expect(stderr).toContain("The saved sign-in belongs to another account; run 'dailyleet login'");
    expect(JSON.parse((await cloud.computer().run(["export"])).stdout || "null")).toBe(null);
  });

  it("of another project or emulator is not sent anywhere", async () => {
    const { desktop } = await startDesktop();
    const other = await startScriptedServer();
    onTestFinished(() => other.stop());
    const { code, stderr } = await desktop.run(["today"], authAt(other));
    expect([code, other.requests.length]).toEqual([4, 0]);
    expect(stderr).toContain("signed in to another project or emulator");
  });

  it("survives several commands that renew it at once", async () => {
    const { cloud, desktop } = await startDesktop();
    const results = await Promise.all(
      ["1 2", "3 4", "5"].map((sources) => runCli(desktop.directory, ["tick", ...sources.split(" ")], desktop.env)),
    );
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await desktop.run(["status", "--check"])).code).toBe(0);
    expect(JSON.parse(readFileSync(desktop.credentials, "utf8")).uid).toBe(cloud.uid);
  });

  it("keeps the newest of two refresh tokens", async () => {
    const { cloud, desktop } = await startDesktop();
    const auth = await startScriptedServer();
    onTestFinished(() => auth.stop());
    const kept = (refreshToken: string) => (text: string) =>
      JSON.stringify({ ...JSON.parse(text), issuer: `${auth.origin}/demo-dailyleet`, refreshToken });
    editSession(desktop, kept("old"));
    const tokens = { user_id: cloud.uid, id_token: "x.y.z", refresh_token: "renewed", expires_in: "3600" };
    const ended = jsonReply(400, { error: { code: 400, message: "TOKEN_EXPIRED" } });
    // Another process stores a newer token while the answer is under way.
    const overtaken: Reply = (response, request) => {
      editSession(desktop, kept("newest"));
      jsonReply(200, tokens)(response, request);
    };
    for (const [reply, token] of [
      [overtaken, "newest"],
      [jsonReply(200, tokens), "renewed"],
    ] as const) {
      auth.reply(reply, ended);
      await desktop.run(["today"], authAt(auth));
      expect(JSON.parse(readFileSync(desktop.credentials, "utf8")).refreshToken).toBe(token);
    }
  });
});

describe("the credentials file", () => {
  it("is closed to others, with a warning, when they could read it", async () => {
    const { desktop } = await startDesktop();
    const file = desktop.credentials;
    chmodSync(file, 0o644);
    const { code, stderr } = await desktop.run(["profiles"]);
    expect([code, stderr]).toEqual([
      0,
      `dailyleet: ${file} could be read by other users of this computer; now only you can read it.\n`,
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is used behind a link, and is gone from there after a sign-out, but not trusted when it is somebody else's", async () => {
    const { desktop } = await startDesktop();
    const [file, real] = [desktop.credentials, `${desktop.credentials}.real`];
    renameSync(file, real);
    symlinkSync(real, file);
    expect((await desktop.run(["profiles"])).code).toBe(0);
    if (process.getuid?.() === 0) {
      spawnSync("chown", ["65534", real]);
      const foreign = await desktop.run(["tick", "1"]);
      expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining("belongs to another user") });
    }
    expect((await desktop.run(["logout"])).code).toBe(0);
    expect(existsSync(real)).toBe(false);
    if (process.getuid?.() !== 0) return;
    writeFileSync(file, "{}");
    spawnSync("chown", ["65534", file]);
    const foreign = await desktop.run(["tick", "1"]);
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining("belongs to another user") });
  });
});

describe("emulator variables", () => {
  it.each([
    ["FIRESTORE_EMULATOR_HOST", "example.com:8080"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "10.0.0.1:9099"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "localhost:9099@evil.example"],
    ["DAILYLEET_OAUTH_HOST", "http://localhost:1"],
    ["FIRESTORE_EMULATOR_HOST", "localhost"],
  ])("%s=%s is refused, because it would get the token", async (variable, value) => {
    const cloud = await startTestCloud();
    const { code, stderr } = await cloud.computer().run(["tick", "1"], { env: { [variable]: value } });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(`^dailyleet: ${variable} is '.*', but must be a port of this computer`),
    ]);
  });

  it("are told on stderr while they are in force, and where they have no effect", async () => {
    const cloud = await startTestCloud();
    const desktop = cloud.computer();
    const { stderr } = await connectedHome({ env: desktop.env as Env }, desktop.directory).run(["today"]);
    expect(stderr.match(/_HOST is set: /g)).toHaveLength(3);
    const local = await localHome().run(["tick", "1"], { ...desktop.env, FIREBASE_AUTH_EMULATOR_HOST: undefined });
    expect([local.code, local.stderr]).toEqual([
      0,
      "dailyleet: FIRESTORE_EMULATOR_HOST and DAILYLEET_OAUTH_HOST have no effect in local mode, " +
        "whose database is on this computer; 'dailyleet login SITE-ADDRESS' joins a site.\n",
    ]);
  });
});
