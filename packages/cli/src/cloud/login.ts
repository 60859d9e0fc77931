import { awaitApproval, type DeviceClient, type DeviceCode, requestDeviceCode, signInWithIdp } from "@dailyleet/client";
import { type Config, DailyleetError, stripControls } from "@dailyleet/core";
import { withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { loadConfig, withDatabase } from "../files/directories.ts";
import type { CommonOptions } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";
import { checkIdToken } from "./idToken.ts";
import { offerLocalData } from "./offer.ts";
import { servicesOf } from "./services.ts";
import { type Session, usableSessions, writeSessions } from "./sessionFile.ts";
import { adoptConfig, differsFromConfig, fetchSite } from "./site.ts";

export interface LoginOptions extends CommonOptions {
  /** Address of a deployed site, whose configuration replaces the one here. */
  readonly site: string | undefined;
}

export async function answerLogin(context: Context, options: LoginOptions): Promise<void> {
  const site = options.site === undefined ? null : await fetchSite(context, options.site);
  const config = site === null ? loadConfig(context) : site.config;
  const session = await signIn(context, config);
  await saveSession(context, session, site?.text);
  const { uid, email } = session;
  if (options.json) printJson(context, { version: 1, uid, email: email ?? null });
  else context.stdout.write(`Signed in as ${oneLine(email ?? uid)}.\n`);
  try {
    await offerLocalData(context, config, { uid, profile: options.profile, mayAsk: !options.json });
  } catch (error) {
    // The sign-in stays in force.
    if (!(error instanceof DailyleetError)) throw error;
    if (error.code === "interrupted") {
      throw new DailyleetError("interrupted", "Interrupted; you are signed in, and no ticks were added.");
    }
    note(context, `The ticks on this computer could not be checked: ${error.message}`);
  }
}

/**
 * Replaces the saved session, and with `site` the configuration. Keeps the previous session beside the new one until the
 * configuration is replaced, because the configuration decides which of them counts.
 */
async function saveSession(context: Context, session: Session, site?: string): Promise<void> {
  await withDatabase(context, (database) =>
    withLock(database, "token", async () => {
      if (site !== undefined && differsFromConfig(context, site)) {
        const before = usableSessions(context).filter(({ issuer }) => issuer !== session.issuer);
        writeSessions(context, [session, ...before]);
        adoptConfig(context, site);
      }
      writeSessions(context, [session]);
    }),
  );
}

/**
 * Google's device flow, then the exchange for the Firebase project's tokens. Code and address are shown on stderr.
 * Throws `bad-config`, `signin-failed`, `unavailable` and `interrupted`.
 */
async function signIn(context: Context, config: Config): Promise<Session> {
  const services = servicesOf(context, config, context);
  const { google } = config;
  if (google === undefined) {
    throw new DailyleetError(
      "bad-config",
      "The configuration has no 'google' section, which sign-in from a terminal needs; see docs/deploy.md.",
    );
  }
  const { http, identity, issuer } = services;
  const client = { http, ...google, endpoints: services.google, signal: context.interruption() };
  const idToken = await approve(context, client);
  await checkIdToken(idToken, google.clientId, services);
  const { uid, email, refreshToken } = await signInWithIdp(identity, idToken);
  return { uid, ...(email !== undefined && { email }), issuer, refreshToken };
}

async function approve(context: Context, client: DeviceClient): Promise<string> {
  const code = await requestDeviceCode(client);
  const { stderr, wait, now } = context;
  stderr.write(instructions(code));
  // The time left, on one line that is overwritten.
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

/** '4:05' */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
