import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOidcServer } from "../client/support/oidcServer.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
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
