import {
  awaitApproval,
  type DeviceClient,
  type DeviceCode,
  requestDeviceCode,
  type SignIn,
  signInWithIdp,
} from "@dailyleet/client";
import { type Config, DailyleetError, stripControls } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { checkIdToken } from "./idToken.ts";
import { servicesOf } from "./services.ts";

/** A sign-in and what gave it. */
export interface NewSignIn extends SignIn {
  readonly issuer: string;
}

/**
 * Google's device flow, then the exchange for the Firebase project's tokens. Code and address are shown on stderr.
 * Throws `bad-config`, `signin-failed`, `unavailable` and `interrupted`.
 */
export async function signIn(context: Context, config: Config): Promise<NewSignIn> {
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
  return { ...(await signInWithIdp(identity, idToken)), issuer };
}

async function approve(context: Context, client: DeviceClient): Promise<string> {
  const code = await requestDeviceCode(client);
  context.stderr.write(instructions(code));
  const waiting = waitingLine(context);
  try {
    return await awaitApproval(client, code, { wait: context.wait, now: context.now, onWaiting: waiting.show });
  } finally {
    waiting.end();
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

/** The time left, in one line that is written over; nothing where stderr is no terminal. */
function waitingLine({ stderr }: Context) {
  const clear = "\r\u001b[K";
  return {
    show: (remainingMs: number) => {
      if (stderr.isTerminal())
        stderr.write(`${clear}Waiting for you to approve the sign-in, ${clock(remainingMs)} left.`);
    },
    end: () => {
      if (stderr.isTerminal()) stderr.write(clear);
    },
  };
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
