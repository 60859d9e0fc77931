import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { type Database, listProfiles } from "@dailyleet/local";
import { type RunningServer, type ServerOptions, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { tempDatabase } from "./database.ts";

export interface TestServer extends RunningServer {
  readonly database: Database;
}

type Address = Pick<RunningServer, "url">;

/** A server on a free port with its own database and a small site. It stops when the test ends. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const database = options.database ?? tempDatabase();
  const siteDirectory = options.siteDirectory ?? smallSite();
  const server = await startServer({
    port: 0,
    config: () => ({}),
    onError: rethrow,
    ...options,
    database,
    siteDirectory,
  });
  onTestFinished(server.close);
  return { ...server, database };
}

/** A bug in the program fails the test run. */
function rethrow(error: unknown): void {
  throw error;
}

export const PAGE = "<!doctype html><title>dailyleet</title>";

export function smallSite(): string {
  const directory = tempDirectory();
  mkdirSync(join(directory, "_astro"));
  writeFileSync(join(directory, "index.html"), PAGE);
  writeFileSync(join(directory, "_astro", "page.a1b2c3.js"), "export {};");
  writeFileSync(join(directory, "questions.json"), '{"questions":[]}');
  writeFileSync(join(directory, "dailyleet.json"), '{"sheet":"https://example.com/of-the-build"}');
  return directory;
}

export const documentsUrl = ({ url }: Address): string =>
  `${url}/v1/projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

export const documentName = (path: string): string =>
  `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents/${path}`;

export async function ask(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: unknown; text: string }> {
  const response = await fetch(url, {
    method,
    // The server may close a kept-alive connection just when a busy test reuses it.
    headers: { "Content-Type": "application/json", Connection: "close", ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: readJson(text) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function getCredential(server: Address, uid: string): Promise<string> {
  const { body } = await ask("POST", `${server.url}/signin/continue`, { uid }, await windowHeaders(server));
  return (body as { credential: string }).credential;
}

/** The headers of the sign-in window's own requests. */
export async function windowHeaders({ url }: Address): Promise<Record<string, string>> {
  const page = await (await fetch(`${url}/signin`)).text();
  const [, token = ""] = /<meta name="signin-token" content="([^"]+)">/.exec(page) ?? [];
  return { "X-Signin-Token": token, Origin: url, "Sec-Fetch-Site": "same-origin" };
}

export interface Session {
  readonly localId: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

export const identityUrl = ({ url }: Address, method: string): string =>
  `${url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`;

export async function signInWith(server: Address, credential: string) {
  return ask("POST", identityUrl(server, "signInWithIdp"), {
    postBody: `&id_token=${encodeURIComponent(credential)}&providerId=google.com`,
    requestUri: "http://localhost",
    returnSecureToken: true,
  });
}

/** Signs in as a profile, by default the first. */
export async function signIn(
  server: Address & Pick<TestServer, "database">,
  uid = listProfiles(server.database)[0]?.uid ?? "",
): Promise<Session> {
  const { body } = await signInWith(server, await getCredential(server, uid));
  return body as Session;
}

export const bearer = ({ idToken }: Session): Record<string, string> => ({ Authorization: `Bearer ${idToken}` });
