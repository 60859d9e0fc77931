import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOidcServer } from "../client/support/oidcServer.ts";
import { startCli } from "../support/cliProcess.ts";
import { resultOf, waitForOutput } from "../support/process.ts";
import { type Computer, startDesktop, startTestCloud } from "./support/cloud.ts";

const SECRETS = /SECRET|eyJ[\w-]{10,}/;

/** Runs `login` in its own process and calls `act` when it has shown address and code. */
async function logIn(
  { directory, env }: Computer,
  act: (process: ReturnType<typeof startCli>, address: string, code: string) => unknown,
) {
  const child = startCli(directory, ["login"], env);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = resultOf(child);
  const [, address = "", code = ""] = await waitForOutput(child, /^ {2}(\S+)\n.*\n {2}(\S+)\n.*is good for/m);
  await act(child, address, code);
  return ended;
}

describe("login", () => {
  it("shows address, code and time on stderr, and keeps only the Firebase refresh token", async () => {
    const cloud = await startTestCloud();
    const computer = cloud.computer();
    cloud.google.replies = [
      { status: 428, error: "authorization_pending" },
      { status: 428, error: "authorization_pending" },
      "approve",
    ];
    const { code, stdout, stderr } = await computer.run(["login"]);
    expect([code, stdout]).toEqual([0, `Signed in as ${cloud.uid}.\n`]);
    expect(stderr.split("\n")).toEqual([
      "To sign in, open this address on any device:",
      `  http://${cloud.google.host}/device`,
      "and enter this code:",
      "  WDJB-MJHT",
      "The code is good for 30 minutes.",
      "",
    ]);
    expect(cloud.google.polls).toHaveLength(3);
    const kept = JSON.parse(readFileSync(computer.credentials, "utf8"));
    expect(Object.keys(kept)).toEqual(["version", "uid", "issuer", "refreshToken"]);
    expect(kept.uid).toBe(cloud.uid);
    expect(statSync(computer.credentials).mode & 0o777).toBe(0o600);
    expect(stdout + stderr).not.toMatch(SECRETS);
    expect(JSON.stringify(readdirSync(computer.directory))).not.toContain(".tmp");
  });

  it.each([
    ["signed by somebody else", { isForged: true, claims: {} }],
    ["for another program", { isForged: false, claims: { aud: "other" } }],
    ["from another issuer", { isForged: false, claims: { iss: "https://evil.example" } }],
    ["that has expired", { isForged: false, claims: { exp: 1_000_000_000, iat: 999_999_000 } }],
  ])("refuses an ID token %s", async (_, change) => {
    const cloud = await startTestCloud();
    Object.assign(cloud.google, change);
    const { code, stderr } = await cloud.computer().run(["login"]);
    expect(code).toBe(1);
    expect(stderr).toContain("is not a valid sign-in for this program");
    expect(stderr).not.toMatch(SECRETS);
  });

  it("does not print what a server hides in the code, nor an address that is not to be trusted", async () => {
    const cloud = await startTestCloud();
    cloud.google.start = { user_code: "AB\u001b]0;x\u0007\n\u202eCD" };
    expect((await cloud.computer().run(["login"])).stderr).toContain("\n  AB]0;xCD\n");
    cloud.google.start = { verification_url: "http://evil.example/device" };
    const { code, stderr } = await cloud.computer().run(["login"]);
    expect([code, stderr.includes("evil")]).toEqual([1, false]);
  });

  it("ends cleanly with 130 on Ctrl-C", async () => {
    const cloud = await startTestCloud();
    cloud.google.replies = [{ status: 428, error: "authorization_pending" }];
    const computer = cloud.computer();
    const { code, stderr } = await logIn(computer, (process) => process.kill("SIGINT"));
    expect(code).toBe(130);
    expect(stderr).toMatch(/dailyleet: Interrupted; nothing was changed\.\n$/);
    expect(existsSync(computer.credentials)).toBe(false);
  });

  const DECISIONS = [
    [true, 0, /^Signed in as \w+\.\n$/],
    [false, 1, /^$/],
  ] as const;
  it.each(DECISIONS)("works with a certified OpenID provider, agreed there: %s", async (isAgreed, expected, answer) => {
    const [cloud, oidc] = [await startTestCloud(), await startOidcServer()];
    onTestFinished(() => oidc.stop());
    const { clientId, clientSecret, origin, decide } = oidc;
    const env = { DAILYLEET_OAUTH_HOST: new URL(origin).host };
    const computer = cloud.computer({ google: { clientId, clientSecret }, env });
    const result = await logIn(computer, (_, address, code) => decide(address, code, isAgreed, "asha"));
    expect(result.code).toBe(expected);
    expect(result.stdout).toMatch(answer);
    expect(result.stderr).not.toMatch(SECRETS);
    if (isAgreed) expect((await computer.run(["tick", "1", "--json"])).stdout).toContain('"saved":"cloud"');
  });
});

describe("profiles and logout", () => {
  it("follow the sign-in", async () => {
    const cloud = await startTestCloud();
    const computer = cloud.computer();
    const before = await computer.run(["profiles"]);
    expect([before.code, before.stderr]).toEqual([
      4,
      "dailyleet: Nobody is signed in; run 'dailyleet login' to sign in, or 'dailyleet logout --leave' for local mode.\n",
    ]);
    await computer.run(["login"]);
    expect(JSON.parse((await computer.run(["profiles", "--json"])).stdout)).toEqual({
      version: 1,
      mode: "cloud",
      active: { uid: cloud.uid, name: cloud.uid },
      profiles: [{ uid: cloud.uid, name: cloud.uid }],
      unsent: 0,
    });
    expect((await computer.run(["logout"])).stdout).toBe("Signed out.\n");
    expect(existsSync(computer.credentials)).toBe(false);
    expect((await computer.run(["logout"])).stdout).toBe("Nobody was signed in.\n");
    expect((await computer.run(["tick", "1"])).code).toBe(4);
  });

  it("logout tells of changes that wait, keeps them, and they go out after the next login", async () => {
    const { cloud, desktop: computer } = await startDesktop();
    await cloud.goOffline();
    await computer.run(["tick", "1", "2"]);
    expect((await computer.run(["profiles"])).stdout).toMatch(
      /^Signed in as .+\.\n2 changes waiting; 'dailyleet sync' /,
    );
    expect((await computer.run(["logout"])).stderr).toContain("2 changes not sent yet; they are kept here");
    await cloud.goOnline();
    await computer.run(["login"]);
    expect((await computer.run(["sync"])).stdout).toBe("2 sent, 0 waiting, 0 refused\n");
  });

  it("logout works on a credentials file that is broken", async () => {
    const computer = (await startTestCloud()).computer();
    writeFileSync(computer.credentials, "{", { mode: 0o600 });
    expect((await computer.run(["tick", "1"])).code).toBe(4);
    expect((await computer.run(["logout"])).stdout).toBe("Signed out.\n");
    expect(existsSync(computer.credentials)).toBe(false);
  });
});
