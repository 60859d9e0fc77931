import {
  createFirestore,
  downloadSheet,
  type Http,
  pollDeviceToken,
  refreshIdToken,
  requestDeviceCode,
  signInWithIdp,
} from "@dailyleet/client";
import type { Fault } from "./faults.ts";
import { json, type Reply, text } from "./scriptedServer.ts";

/** A request that this package makes, and its outcome for each fault. */
export interface RequestCase {
  readonly name: string;
  readonly ask: (http: Http, origin: string) => Promise<unknown>;
  readonly good: Reply;
  /** Polls are not repeated: the next poll takes their place. */
  readonly isRepeated: boolean;
  /** The error code with which it rejects, or null if it resolves. */
  readonly expected: (fault: Fault) => string | null;
}

const PROJECT = "demo-dailyleet";
const DOCUMENT = "dailyleet/v1/data/ann";
const NAME = `projects/${PROJECT}/databases/(default)/documents/${DOCUMENT}`;
const UPDATED = "2026-11-20T10:00:00.000001Z";

function firestore(http: Http, base: string) {
  return createFirestore({ http, base, projectId: PROJECT, idToken: async () => "SECRET-ID-TOKEN" });
}

function device(http: Http, origin: string) {
  const endpoints = { device: `${origin}/device/code`, token: `${origin}/token` };
  return { http, clientId: "client", clientSecret: "SECRET-CLIENT", endpoints };
}

const identity = (http: Http, base: string) => ({ http, base, apiKey: "SECRET-KEY" });
const isOAuthVerdict = ({ name, says }: Fault) =>
  /object/.test(name) && (says === "INVALID_ARGUMENT" || says === "PERMISSION_DENIED");

export const REQUESTS: readonly RequestCase[] = [
  {
    name: "reading a document",
    ask: (http, origin) => firestore(http, origin).get(DOCUMENT),
    good: json(200, [{ found: { name: NAME, updateTime: UPDATED }, readTime: UPDATED }]),
    isRepeated: true,
    expected: (fault) => fault.outcome,
  },
  {
    name: "listing documents",
    ask: (http, origin) => firestore(http, origin).list(`${DOCUMENT}/years`, 50),
    good: json(200, [{ document: { name: `${NAME}/years/2025`, updateTime: UPDATED }, readTime: UPDATED }]),
    isRepeated: true,
    expected: (fault) => fault.outcome,
  },
  {
    name: "a commit",
    ask: (http, origin) =>
      firestore(http, origin).commit([{ path: DOCUMENT, fields: {}, mask: [], precondition: { exists: false } }]),
    good: json(200, { writeResults: [{ updateTime: UPDATED }], commitTime: UPDATED }),
    isRepeated: true,
    expected: (fault) => fault.outcome,
  },
  {
    name: "the sign-in",
    ask: (http, origin) => signInWithIdp(identity(http, origin), "SECRET-GOOGLE-TOKEN"),
    good: json(200, { localId: "ann", idToken: "t", refreshToken: "r", expiresIn: "3600" }),
    isRepeated: true,
    expected: ({ outcome }) => (outcome === "unavailable" || outcome === "site-fault" ? outcome : "signin-failed"),
  },
  {
    name: "the token's renewal",
    ask: (http, origin) => refreshIdToken(identity(http, origin), "SECRET-REFRESH-TOKEN"),
    good: json(200, { user_id: "ann", id_token: "t", refresh_token: "r", expires_in: "3600" }),
    isRepeated: true,
    expected: ({ outcome }) => (outcome === "site-fault" ? outcome : "unavailable"),
  },
  {
    name: "asking for a device code",
    ask: (http, origin) => requestDeviceCode(device(http, origin)),
    good: json(200, { device_code: "d", user_code: "U", verification_url: "https://www.google.com/device" }),
    isRepeated: true,
    expected: (fault) => (isOAuthVerdict(fault) ? "signin-failed" : "unavailable"),
  },
  {
    name: "polling",
    ask: (http, origin) => pollDeviceToken(device(http, origin), "SECRET-DEVICE-CODE"),
    good: json(200, { access_token: "a", id_token: "i" }),
    isRepeated: false,
    expected: () => null,
  },
  {
    name: "the question sheet",
    ask: (http, origin) => downloadSheet({ http, url: `${origin}/sheet?key=SECRET-KEY` }),
    good: text(200, "the sheet"),
    isRepeated: true,
    expected: ({ status, isPassing }) => {
      if (status === 200) return null;
      return status === undefined || status === 429 || isPassing ? "unavailable" : "bad-sheet";
    },
  },
];
