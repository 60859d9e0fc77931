import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "@dailyleet/core";
import { type Answer, type Area, type Handler, json, type Request, readJsonObject, refuse } from "../http/messages.ts";
import { isSame, type TokenSigner } from "../identity.ts";
import type { Database } from "../storage/database/connection.ts";
import { createProfile, listProfiles, MAX_PROFILE_NAME, type Profile, profileWith } from "../storage/profiles.ts";

/** The command line's build copies these files beside its bundles. */
const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const WINDOW = { page: read("window.html"), script: read("window.js"), style: read("window.css") };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The sign-in window and its two requests. Both requests need the server's origin and the token in the window's page,
 * which other sites cannot read. Each start of the server makes a new token. The token is no cookie, because a browser
 * may block all cookies.
 */
export function createSigninRoutes({ database, tokens }: { database: Database; tokens: TokenSigner }): readonly Area[] {
  const token = randomBytes(24).toString("base64url");
  const answerAs = (profile: Profile): Answer => json({ credential: tokens.sign("credential", { sub: profile.uid }) });
  const proceed: Handler = (request) => {
    const { uid } = readRequest(request, token);
    const profile = typeof uid === "string" ? profileWith(database, uid) : null;
    return answerAs(profile ?? refuse("NOT_FOUND", "This profile no longer exists; close this window and try again."));
  };
  return [
    [/^\/signin$/, { GET: () => page(listProfiles(database).map(profileButton).join("\n"), token) }],
    [/^\/signin\/script\.js$/, { GET: () => asset("text/javascript", WINDOW.script) }],
    [/^\/signin\/style\.css$/, { GET: () => asset("text/css", WINDOW.style) }],
    [/^\/signin\/continue$/, { POST: proceed }],
    [/^\/signin\/profiles$/, { POST: (request) => answerAs(create(database, readRequest(request, token).name)) }],
  ];
}

function page(profiles: string, token: string): Answer {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
  };
  const body = WINDOW.page.replace("TOKEN", token).replace("LONGEST", `${MAX_PROFILE_NAME}`);
  return { status: 200, headers, body: body.replace("PROFILES", () => profiles) };
}

function asset(type: string, body: string): Answer {
  return { status: 200, headers: { "Content-Type": `${type}; charset=utf-8` }, body };
}

/** The JSON object of a request that the window itself made. */
function readRequest({ headers, body }: Request, token: string): Record<string, unknown> {
  if (headers.origin === undefined || !isSame(String(headers["x-signin-token"] ?? ""), token)) {
    refuse("PERMISSION_DENIED", "This sign-in window has expired; close it and try again.");
  }
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) refuse("INVALID_ARGUMENT", "The body must be JSON.");
  return readJsonObject(body);
}

function create(database: Database, name: unknown): Profile {
  try {
    return createProfile(database, typeof name === "string" ? name : "");
  } catch (error) {
    if (hasCode(error, "usage")) return refuse("INVALID_ARGUMENT", error.message);
    throw error;
  }
}

function profileButton({ uid, name }: Profile): string {
  return `<li><button type="button" data-uid="${escapeHtml(uid)}">Continue as <bdi>${escapeHtml(name)}</bdi></button></li>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
