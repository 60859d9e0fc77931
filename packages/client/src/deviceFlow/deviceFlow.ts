import { hasCode, isLoopback, isRecord } from "@dailyleet/core";
import { isSuccess, jsonOf, unreadable } from "../http/answer.ts";
import type { Http } from "../http/http.ts";
import type { HttpResponse } from "../http/transport.ts";
import { deviceError, oauthErrorOf, DEVICE_SERVER as SERVER } from "./deviceErrors.ts";

/** An OAuth client of the type 'TVs and Limited Input devices' and where it asks. */
export interface DeviceClient {
  readonly http: Http;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Google's where absent. */
  readonly endpoints?: { readonly device: string; readonly token: string };
  readonly signal?: AbortSignal;
}

/** What the person has to be shown, and what polling needs. */
export interface DeviceCode {
  /** Secret: it goes to the token endpoint only. */
  readonly deviceCode: string;
  /** Case-sensitive; show it as it is. */
  readonly userCode: string;
  readonly verificationUrl: string;
  readonly expiresInSeconds: number;
  /** The least time between two polls. */
  readonly intervalSeconds: number;
}

/** What came back from a poll; null when there was no answer to decide by. */
export type PollAnswer = { readonly idToken: string } | { readonly error: string } | null;

export const GOOGLE_DEVICE_ENDPOINTS = {
  device: "https://oauth2.googleapis.com/device/code",
  token: "https://oauth2.googleapis.com/token",
};
const SCOPE = "openid email profile";
const DEFAULT_INTERVAL_S = 5;
const DEFAULT_EXPIRY_S = 600;
const MAX_EXPIRY_S = 3600;

/**
 * Asks for a code. Rejects with a sentence for each cause. Sources: RFC 8628 section 3.2 and
 * https://developers.google.com/identity/protocols/oauth2/limited-input-device, which says `verification_url`.
 */
export async function requestDeviceCode(client: DeviceClient): Promise<DeviceCode> {
  const { device } = client.endpoints ?? GOOGLE_DEVICE_ENDPOINTS;
  const response = await post(client, device, { scope: SCOPE }, true);
  if (!isSuccess(response)) throw deviceError(oauthErrorOf(response));
  const json = jsonOf(response);
  if (!isRecord(json)) throw unreadable(SERVER);
  const verificationUrl = json.verification_url ?? json.verification_uri;
  if (!isText(json.device_code) || !isText(json.user_code) || !isText(verificationUrl)) throw unreadable(SERVER);
  if (!isTrustedPage(verificationUrl, device)) throw deviceError("untrusted_page");
  return {
    deviceCode: json.device_code,
    userCode: json.user_code,
    verificationUrl,
    expiresInSeconds: Math.min(positive(json.expires_in, DEFAULT_EXPIRY_S), MAX_EXPIRY_S),
    intervalSeconds: positive(json.interval, DEFAULT_INTERVAL_S),
  };
}

/** Asks once whether the person has agreed; null when there was no answer to decide by. */
export async function pollDeviceToken(client: DeviceClient, deviceCode: string): Promise<PollAnswer> {
  const { token } = client.endpoints ?? GOOGLE_DEVICE_ENDPOINTS;
  const form = { device_code: deviceCode, grant_type: "urn:ietf:params:oauth:grant-type:device_code" };
  try {
    return readPoll(await post(client, token, form, false));
  } catch (error) {
    if (hasCode(error, "unavailable")) return null;
    throw error;
  }
}

/** The client names itself in both requests (RFC 8628 section 3.1), always in the form. */
function post(client: DeviceClient, url: string, form: Readonly<Record<string, string>>, retry: boolean) {
  const { http, clientId, clientSecret, signal } = client;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  return http({
    method: "POST",
    url,
    server: SERVER,
    form: { ...credentials, ...form },
    retry,
    ...(signal && { signal }),
  });
}

function readPoll(response: HttpResponse): PollAnswer {
  if (!isSuccess(response)) {
    const error = oauthErrorOf(response);
    return error === null ? null : { error };
  }
  const json = jsonOf(response);
  if (!isRecord(json) || !isText(json.access_token)) return null;
  return isText(json.id_token) ? { idToken: json.id_token } : { error: "no_id_token" };
}

/** Whoever answers in Google's name could send the person to a page of his own. */
function isTrustedPage(address: string, endpoint: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (endpoint === GOOGLE_DEVICE_ENDPOINTS.device) {
    return url.protocol === "https:" && /(^|\.)google\.com$/.test(url.hostname);
  }
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Servers leave these out or send nonsense; a number as text is taken too. */
function positive(value: unknown, otherwise: number): number {
  const number = typeof value === "number" || isText(value) ? Number(value) : Number.NaN;
  return number > 0 ? number : otherwise;
}
