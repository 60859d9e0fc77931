import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { startOidcServer } from "../client/support/oidcServer.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { startEmulator } from "../support/emulator.ts";
import { todayText } from "../support/today.ts";
import { type Computer, startTestCloud } from "./support/cloud.ts";

/** Runs `login` and does with address and code what a person does. */
async function logIn(computer: Computer, onCode: (address: string, code: string) => Promise<void>) {
  const child = spawn(process.execPath, [CLI, "login"], {
    env: { ...cliEnvironment(computer.directory), ...computer.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  const shown = new Promise<void>((resolve) => {
    child.stderr.on("data", (text) => {
      stderr += text;
      if (stderr.includes("is good for")) resolve();
    });
  });
  const closed = once(child, "close");
  await Promise.race([shown, closed]);
  const [, address = "", code = ""] = /^ {2}(\S+)\n.*\n {2}(\S+)\n/m.exec(stderr) ?? [];
  await onCode(address, code);
  const [exitCode] = await closed;
  return { code: exitCode, stdout, stderr };
}

describe("device login at a certified OpenID provider", () => {
  it.each([
    [true, 0, /^Signed in as \w+\.\n$/],
    [false, 1, /^$/],
  ])("agreed: %s", async (isAgreed, expected, answer) => {
    const [cloud, oidc] = [await startTestCloud(), await startOidcServer()];
    onTestFinished(() => oidc.stop());
    const computer = cloud.computer({
      google: { clientId: oidc.clientId, clientSecret: oidc.clientSecret },
      env: { DAILYLEET_OAUTH_HOST: oidc.origin.slice("http://".length) },
    });
    const result = await logIn(computer, (address, code) => oidc.decide(address, code, isAgreed, "asha"));
    expect(result.code).toBe(expected);
    expect(result.stdout).toMatch(answer);
    expect(result.stderr).not.toMatch(/SECRET|eyJ/);
    if (isAgreed) expect((await computer.run(["tick", "1", "--json"])).stdout).toContain('"saved":"cloud"');
  });
});

const emulator = await startEmulator("The command line against the Firestore emulator with the project's rules");
afterAll(() => emulator?.stop());

describe.skipIf(emulator === null)("with Google's Firestore emulator and the project's rules", () => {
  it("device login, token exchange, tick, and another computer sees it", async () => {
    const cloud = await startTestCloud();
    const settings = { env: { FIRESTORE_EMULATOR_HOST: emulator?.host } };
    const [desk, laptop] = [cloud.computer(settings), cloud.computer(settings)];
    await desk.run(["login"]);
    await laptop.run(["login"]);
    expect((await desk.run(["tick", "3", "1"])).stdout).toBe(
      `GeeksforGeeks, ${todayText}: Done (was Untried)\nLeetCode, ${todayText}: Done (was Untried)\n`,
    );
    expect((await laptop.run(["untick", "1"])).stdout).toBe(`LeetCode, ${todayText}: Untried (was Done)\n`);
    expect((await desk.run(["status"])).stdout).toMatch(/^2\/5/);
    expect((await desk.run(["today", "--json"])).stdout).toBe((await laptop.run(["today", "--json"])).stdout);
    expect((await desk.run(["tick", "2", "--date", "2020-02-29", "--json"])).stdout).toContain('"saved":"cloud"');
    expect((await laptop.run(["export"])).stdout).toContain('"2020":{"60":{"2":true}}');
  });

  it("two people do not see each other", async () => {
    const [asha, ravi] = [await startTestCloud(), await startTestCloud()];
    const env = { FIRESTORE_EMULATOR_HOST: emulator?.host };
    const [hers, his] = [asha.computer({ env }), ravi.computer({ env })];
    await hers.run(["login"]);
    await his.run(["login"]);
    await hers.run(["tick", "1", "2", "3"]);
    expect((await his.run(["status"])).stdout).toMatch(/^0\/5/);
    expect((await his.run(["export"])).stdout).toBe('{"version":1,"years":{},"practice":{}}\n');
  });
});
