import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

/** `dailyleet serve` on a data directory, as a process of its own. */
export async function serve(home: string) {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
    env: { PATH: process.env.PATH, HOME: home, DAILYLEET_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const url = /http:\/\/\S+/.exec(line)?.[0] ?? "";
  return {
    url,
    /** An ID token of each of these profiles. */
    async signIn(uids: readonly string[]): Promise<string[]> {
      const signinWindow = await fetch(`${url}/signin`);
      const cookie = signinWindow.headers.get("set-cookie")?.split(";")[0] ?? "";
      return Promise.all(uids.map((uid) => signInAs(url, uid, cookie)));
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** What the sign-in window and the Firebase SDK do one after the other. */
async function signInAs(url: string, uid: string, cookie: string): Promise<string> {
  const { credential } = await post(`${url}/signin/continue`, { uid }, { cookie, origin: url });
  const postBody = new URLSearchParams({ id_token: String(credential), providerId: "google.com" }).toString();
  const exchange = `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=local`;
  const { idToken } = await post(exchange, { postBody, requestUri: url, returnSecureToken: true }, {});
  return String(idToken);
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
