import { generateKeyPairSync, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startHttpServer } from "../../support/httpServer.ts";

/** Google's reply to a poll: an OAuth error, or the ID token. */
type PollReply = { readonly status: number; readonly error: string } | "approve";

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleStandIn>>;

export const CLIENT = { clientId: "terminal.apps.example", clientSecret: "SECRET-CLIENT" };

/** Google's signing key and a stranger's. Generating a key takes a tenth of a second, so it happens once. */
const [{ privateKey, publicKey }, other] = [newKey(), newKey()];

function newKey() {
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

/** Google's three endpoints that `login` uses. */
export async function startGoogleStandIn(subject = "google-1") {
  const { host, stop } = await startHttpServer((request, response) => void answer(request, response));

  const stand = {
    /** `127.0.0.1:PORT`, for DAILYLEET_OAUTH_HOST. */
    host,
    polls: [] as number[],
    /** The replies to the polls of the next sign-in; the last one repeats. */
    replies: ["approve"] as readonly PollReply[],
    /** Overrides claims of the ID token. */
    claims: {} as Record<string, unknown>,
    isForged: false,
    /** Overrides fields of the answer that starts the flow. */
    start: {} as Record<string, unknown>,
    idToken(sub: string) {
      const now = Math.floor(Date.now() / 1000);
      const person = { sub, email: `${sub}@example.com` };
      const claims = { iss: `http://${host}`, aud: CLIENT.clientId, ...person, iat: now, exp: now + 3600 };
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const signed = `${encode({ alg: "RS256", kid: "key-1" })}.${encode({ ...claims, ...stand.claims })}`;
      const key = stand.isForged ? other.privateKey : privateKey;
      return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
    },
    stop,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const [status, json] = reply(request.url ?? "", form);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }

  function reply(path: string, form: URLSearchParams): [number, object] {
    if (path === "/jwks") {
      return [200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" }] }];
    }
    if (form.get("client_id") !== CLIENT.clientId) return [401, { error: "invalid_client" }];
    if (path === "/device/code") {
      const page = { verification_url: `http://${host}/device`, expires_in: 1800, interval: 0.05 };
      return [200, { device_code: "SECRET-DEVICE-CODE", user_code: "WDJB-MJHT", ...page, ...stand.start }];
    }
    if (path !== "/token" || form.get("client_secret") !== CLIENT.clientSecret)
      return [401, { error: "invalid_client" }];
    const next = stand.replies[Math.min(stand.polls.length, stand.replies.length - 1)] ?? "approve";
    stand.polls.push(Date.now());
    if (next !== "approve") return [next.status, { error: next.error, error_description: "x" }];
    const tokens = { access_token: "SECRET-ACCESS", refresh_token: "SECRET-GOOGLE-REFRESH", token_type: "Bearer" };
    return [200, { ...tokens, expires_in: 3599, id_token: stand.idToken(subject) }];
  }

  return stand;
}
