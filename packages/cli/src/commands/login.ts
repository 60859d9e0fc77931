import type { JsonWebKey } from "node:crypto";
import {
  awaitApproval,
  type DeviceClient,
  type DeviceCode,
  type HttpResponse,
  requestDeviceCode,
  signInWithIdp,
} from "@dailyleet/client";
import {
  configError,
  interruptedError,
  isDailyleetError,
  type SiteConfig,
  signInFailed,
  stripControls,
  unavailableError,
} from "@dailyleet/core";
import { withLock } from "@dailyleet/local";
import { type Services, servicesOf } from "../cloud/services.ts";
import { type SavedSession, usableSessions, writeSessions } from "../cloud/session.ts";
import { adoptConfig, differsFromConfig, fetchSite } from "../cloud/site.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { knownConfig, lockSettings } from "../files/settings.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, printNotes, writeText } from "../terminal/output.ts";
import { addVerb, type CommandContext, tellUnusable } from "../verb.ts";
import { offerLocalData } from "./import/offer.ts";

interface LoginOptions extends CommonOptions {
  /** Address of a deployed site to join; its configuration replaces this computer's. */
  readonly site: string | undefined;
}

export function registerLogin(program: Program, context: CommandContext): void {
  addVerb(program, context, "login", {
    summary: "sign in with Google",
    description:
      "Sign in with Google, with a code that you enter on any device. Nothing changes before you have signed in.",
    examples: { "dailyleet login https://my-project.web.app": "join a site", "dailyleet login": "sign in again" },
  })
    .argument("[site-address]", "the site to join; needed only once")
    .addOption(OPTION.json)
    .action((site, _options, command) => runLogin(context, { ...optionsOf(command), site }));
}

async function runLogin(context: CommandContext, options: LoginOptions): Promise<void> {
  const site = options.site === undefined ? null : await fetchSite(context, options.site);
  printNotes(context, site?.notes ?? []);
  const config = site === null ? context.settings().site : site.config;
  const session = await signIn(context, config);
  await saveSession(context, session, site?.text);
  const { uid, email } = session;
  if (options.json) printJson(context, { version: 1, uid, email: email ?? null });
  else writeText(context.stdout, `Signed in as ${oneLine(email ?? uid)}.\n`);
  try {
    const joined = knownConfig(context);
    tellUnusable(context, joined);
    await offerLocalData(context, joined, { uid, profile: options.profile, mayAsk: !options.json });
  } catch (error) {
    // A failure from here on leaves the sign-in in force.
    if (!isDailyleetError(error)) throw error;
    if (error.code === "interrupted") {
      throw interruptedError("Interrupted; you are signed in, and no ticks were added.");
    }
    printNote(context, `The ticks on this computer could not be checked: ${error.message}`);
  }
}

/**
 * Replaces the saved session and, with `site`, the configuration. Until the configuration is replaced, keeps the
 * previous session beside the new one, because the configuration decides which session counts.
 */
async function saveSession(context: Context, session: SavedSession, site?: string): Promise<void> {
  const notes = await withDatabase(context, "write", (database) =>
    withLock(database, "token", () =>
      lockSettings(context, () => {
        const isOther = site !== undefined && differsFromConfig(context, site);
        const before = isOther ? usableSessions(context).filter(({ issuer }) => issuer !== session.issuer) : [];
        writeSessions(context, [session, ...before]);
        if (!isOther) return [];
        const notes = adoptConfig(context, site);
        writeSessions(context, [session]);
        return notes;
      }),
    ),
  );
  printNotes(context, notes);
}

/**
 * Runs Google's device flow, then exchanges the ID token for the Firebase project's tokens. Prints code and address to
 * stderr. Throws `bad-config`, `signin-failed`, `unavailable` and `interrupted`.
 */
async function signIn(context: Context, config: SiteConfig): Promise<SavedSession> {
  const services = servicesOf(context, config, context);
  printNotes(context, services.notes);
  const { google } = config;
  if (google === undefined) {
    const lack = "The configuration has no 'google' section, which sign-in from a terminal needs; see docs/deploy.md.";
    throw configError(lack);
  }
  const { http, identity, issuer } = services;
  const client = { http, ...google, endpoints: services.google, signal: context.interruption() };
  const idToken = await approve(context, client);
  await checkIdToken(idToken, google.clientId, services, context.now);
  const { uid, email, refreshToken } = await signInWithIdp(identity, idToken);
  return { uid, ...(email !== undefined && { email }), issuer, refreshToken };
}

async function approve(context: Context, client: DeviceClient): Promise<string> {
  const code = await requestDeviceCode(client);
  const { stderr, wait, now } = context;
  writeText(stderr, instructions(code));
  // Overwrites one line with the time left; an empty text clears the line.
  const show = (text: string) => stderr.isTerminal() && stderr.write(`\r\u001b[K${text}`);
  const onWaiting = (ms: number) => void show(`Waiting for you to approve the sign-in, ${clock(ms)} left.`);
  try {
    return await awaitApproval(client, code, { wait, now, onWaiting });
  } finally {
    show("");
  }
}

function instructions({ userCode, verificationUrl, expiresInSeconds }: DeviceCode): string {
  const [code, address] = [userCode, verificationUrl].map((text) => stripControls(text).replaceAll("\n", ""));
  return [
    "To sign in, open this address on any device:",
    `  ${address}`,
    "and enter this code:",
    `  ${code}`,
    `The code is good for ${minutes(expiresInSeconds * 1000)}.`,
    "",
  ].join("\n");
}

function minutes(ms: number): string {
  const whole = Math.max(1, Math.floor(ms / 60_000));
  return whole === 1 ? "one minute" : `${whole} minutes`;
}

/** Minutes and seconds, such as '4:05'. */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Key id → public key, as PEM. */
type Keys = Record<string, string>;

/** The default clock skew of Google's library. */
const SKEW_SECONDS = 300;

/**
 * Checks signature, issuer, audience and time of Google's ID token. Takes the time from Google's server, because this
 * computer's clock may be wrong. Throws `signin-failed`, and `unavailable` without the public keys. Hides the library's
 * messages, because they contain the token.
 */
async function checkIdToken(idToken: string, clientId: string, services: Services, now: () => number): Promise<void> {
  const { keys, time } = await fetchKeys(services, now);
  const claims = await verifiedClaims(idToken, clientId, services.google.issuers, keys);
  if (claims && claims.iat - SKEW_SECONDS <= time && time <= claims.exp + SKEW_SECONDS) return;
  const sentence = "Google's answer is not a valid sign-in for this program, or is too old; sign in again.";
  throw signInFailed(sentence);
}

/** The claims, all checked but the time; null if the library rejects the token. */
async function verifiedClaims(idToken: string, clientId: string, issuers: readonly string[], keys: Keys) {
  const { OAuth2Client } = await import("../cloud/googleLibrary.ts");
  // Disable the library's check of the time, which can only use this computer's clock.
  Object.assign(OAuth2Client, { CLOCK_SKEW_SECS_: Number.POSITIVE_INFINITY });
  const client = new OAuth2Client({ clientId });
  const anyLifetime = Number.POSITIVE_INFINITY;
  try {
    const ticket = await client.verifySignedJwtWithCertsAsync(idToken, keys, clientId, [...issuers], anyLifetime);
    return ticket.getPayload() ?? null;
  } catch {
    return null;
  }
}

/**
 * The public keys, and the server's time in seconds since the epoch. Not fetched by the library, which has no time-out
 * or size limit.
 */
async function fetchKeys({ http, google }: Services, now: () => number): Promise<{ keys: Keys; time: number }> {
  const call = { method: "GET", url: google.keys, server: "Google's key service", retry: true } as const;
  const { status, body, headers } = await http(call);
  const keys = status === 200 ? await readKeys(body) : null;
  if (keys !== null) return { keys, time: serverTime(headers) ?? Math.floor(now() / 1000) };
  const sentence = "Google's public keys could not be fetched; check your connection and sign in again.";
  throw unavailableError(sentence);
}

/** In seconds since the epoch. `age` is set by caches. Null without a date. */
function serverTime({ date = "", age = "0" }: HttpResponse["headers"]): number | null {
  const seconds = Math.floor(Date.parse(date) / 1000) + Number(age);
  return Number.isNaN(seconds) ? null : seconds;
}

/** Reads a JSON Web Key Set, RFC 7517 section 5; null for anything else. */
async function readKeys(body: string): Promise<Keys | null> {
  // Loaded on demand, so that other verbs start sooner.
  const { createPublicKey } = await import("node:crypto");
  const toPem = (key: JsonWebKey) =>
    createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
  try {
    const { keys } = JSON.parse(body);
    return Object.fromEntries(keys.map((key: JsonWebKey) => [key.kid, toPem(key)]));
  } catch {
    return null;
  }
}
