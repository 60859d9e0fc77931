import { LOCAL_PROJECT_ID, type SiteConfig } from "@dailyleet/core";
import { CLIENT, type GoogleStandIn } from "../../cli/support/googleStandIn.ts";
import type { CloudProject } from "./cloudProject.ts";
import { FRAME_PAGE, GAPI, popupPage } from "./googlePages.ts";

/** A deployment's `dailyleet.json`. The sign-in pages are on the site's own host, as on Firebase Hosting. */
export const CLOUD_CONFIG = {
  firebase: {
    apiKey: "demo-key",
    authDomain: `${LOCAL_PROJECT_ID}.firebaseapp.com`,
    projectId: LOCAL_PROJECT_ID,
  },
  google: CLIENT,
} satisfies SiteConfig;

export interface Call {
  /** The last part of the path: `accounts:lookup`, `token`, `documents:commit`, `api.js`. */
  readonly name: string;
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type Service = (call: Call) => Promise<Answer>;

const PEOPLE = ["ann", "ben", "cara", "dora", "emil"];

/** The servers behind Google's services. */
interface Backend {
  readonly project: Pick<CloudProject, "identityHost" | "firestoreHost">;
  readonly google: Pick<GoogleStandIn, "idToken">;
}

/** Google's services by host. The empty host stands for the pages that every Firebase project's own host has. */
export function servicesOf({ project, google }: Backend): Record<string, Service> {
  const { identityHost, firestoreHost } = project;
  return {
    "": async ({ name }) => ownHost(name, google),
    "apis.google.com": async () => answer("text/javascript", GAPI),
    "identitytoolkit.googleapis.com": async (call) => identity(identityHost, call),
    "securetoken.googleapis.com": (call) =>
      forward(identityHost, `/securetoken.googleapis.com${call.url.pathname}`, call),
    "firestore.googleapis.com": (call) => forward(firestoreHost, call.url.pathname, call),
  };
}

function ownHost(name: string, google: Backend["google"]): Answer {
  const tokens = PEOPLE.map((person) => [person, google.idToken(person)]);
  if (name === "handler") return answer("text/html", popupPage(Object.fromEntries(tokens)));
  return name === "iframe" ? answer("text/html", FRAME_PAGE) : answer("text/plain", "");
}

async function identity(host: string, call: Call): Promise<Answer> {
  if (call.name === "projects") return json({ authorizedDomains: [CLOUD_CONFIG.firebase.authDomain] });
  const body = call.name === "accounts:signInWithIdp" ? withPostBody(call.body) : call.body;
  return forward(host, `/identitytoolkit.googleapis.com${call.url.pathname}`, { ...call, body });
}

/** The popup flow sends the redirect address of Google's window; the embedded server expects a form body. */
function withPostBody(body: string): string {
  const { requestUri, sessionId, ...rest } = JSON.parse(body);
  const query = new URL(requestUri).searchParams;
  if (sessionId !== `session-of-${query.get("state")}`) return body;
  const postBody = new URLSearchParams({ id_token: query.get("id_token") ?? "", providerId: "google.com" });
  return JSON.stringify({ ...rest, requestUri, postBody: `${postBody}` });
}

async function forward(host: string, path: string, { method, url, authorization, body }: Call): Promise<Answer> {
  const response = await fetch(`http://${host}${path}${url.search}`, {
    method,
    headers: { "content-type": "application/json", ...(authorization !== undefined && { authorization }) },
    ...(method === "POST" && { body }),
  });
  return answer("application/json", await response.text(), response.status);
}

function json(value: unknown, status = 200): Answer {
  return answer("application/json", JSON.stringify(value), status);
}

export function failure(status: number, message: string, word = "INVALID_ARGUMENT"): Answer {
  return json({ error: { code: status, message, status: word } }, status);
}

function answer(type: string, body: string, status = 200): Answer {
  return { status, headers: { "content-type": type, "access-control-allow-origin": "*" }, body };
}
