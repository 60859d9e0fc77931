import { generateKeyPairSync, randomBytes, randomInt, sign, verify } from "node:crypto";
import { isRecord } from "@dailyleet/core";
import type { Profile } from "@dailyleet/local";
import type { Answer, Area, Request } from "@dailyleet/local/server";
import { devicePage, thanksPage } from "./devicePage.ts";

/** Google's part of `dailyleet login`: a device code, a page to agree on, an ID token. */
export interface DeviceLogin {
  readonly areas: readonly Area[];
  /** The uid in an ID token of this login; null for another token. */
  subjectOf(idToken: string): string | null;
}

export const CLIENT = { clientId: "emulator.apps.example", clientSecret: "not-a-secret" };

const EXPIRY_S = 600;
const KEY_ID = "emulator";
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

export function createDeviceLogin(people: () => readonly Profile[]): DeviceLogin {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  /** By device code. `subject` is the uid of the person who has agreed. */
  const requests = new Map<string, { readonly userCode: string; subject: string | null }>();

  function start(origin: string): Answer {
    const [deviceCode, userCode] = [randomBytes(24).toString("base64url"), newUserCode()];
    requests.set(deviceCode, { userCode, subject: null });
    const page = { verification_url: `${origin}/device`, expires_in: EXPIRY_S, interval: 1 };
    return json({ device_code: deviceCode, user_code: userCode, ...page });
  }

  function agree(form: URLSearchParams): Answer {
    const typed = form.get("code")?.trim().toUpperCase();
    const request = [...requests.values()].find(({ userCode, subject }) => userCode === typed && subject === null);
    const person = people().find(({ uid }) => uid === form.get("uid"));
    if (!request || !person) return html(devicePage(people(), "There is no such code; look at the terminal again."));
    request.subject = person.uid;
    return html(thanksPage(person.name));
  }

  function poll(form: URLSearchParams, origin: string): Answer {
    const code = form.get("device_code") ?? "";
    const request = requests.get(code);
    if (request === undefined) return json({ error: "invalid_grant" }, 400);
    if (request.subject === null) return json({ error: "authorization_pending" }, 428);
    requests.delete(code);
    return json({ access_token: "unused", token_type: "Bearer", id_token: idToken(request.subject, origin) });
  }

  function idToken(sub: string, iss: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss, aud: CLIENT.clientId, sub, iat, exp: iat + EXPIRY_S };
    const signed = `${encode({ alg: "RS256", kid: KEY_ID })}.${encode(claims)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  }

  function subjectOf(token: string): string | null {
    const [header, payload, signature = ""] = token.split(".");
    const isOwn = verify("sha256", Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, "base64url"));
    const claims: unknown = isOwn ? JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) : null;
    return isRecord(claims) ? String(claims.sub) : null;
  }

  function answer(request: Request): Answer {
    const form = new URLSearchParams(request.body);
    const origin = `http://${request.headers.host}`;
    switch (`${request.method} ${request.path}`) {
      case "POST /device/code":
        return start(origin);
      case "GET /device":
        return html(devicePage(people()));
      case "POST /device":
        return agree(form);
      case "POST /token":
        return poll(form, origin);
      case "GET /jwks":
        return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" }] });
      default:
        return json({ error: "invalid_request" }, 400);
    }
  }

  return { areas: [[/^\/(device(\/code)?|token|jwks)$/, { GET: answer, POST: answer }]], subjectOf };
}

/** 'WDJB-MJHT' */
function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function json(value: object, status = 200): Answer {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

function html(body: string): Answer {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    // Under 'no-referrer' a form's origin would be 'null', which the server refuses.
    "Referrer-Policy": "same-origin",
  };
  return { status: 200, headers, body };
}
