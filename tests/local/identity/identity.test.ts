import { openPath } from "@dailyleet/core";
import { createProfile, listProfiles } from "@dailyleet/local";
import { expect, test } from "vitest";
import { openForTest } from "../support/database.ts";
import {
  ask,
  bearer,
  documentName,
  documentsUrl,
  getCredential,
  identityUrl,
  type Session,
  signIn,
  signInWith,
  startTestServer,
  type TestServer,
} from "../support/server.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 5, 8);
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const refresh = (server: TestServer, form: Record<string, string>) =>
  ask("POST", `${server.url}/securetoken.googleapis.com/v1/token?key=any`, new URLSearchParams(form).toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
  });
const readDocument = (server: TestServer, session: Session) =>
  ask(
    "POST",
    `${documentsUrl(server)}:batchGet`,
    { documents: [documentName(openPath(session.localId))] },
    bearer(session),
  );
const failure = (code: string) => ({
  status: 400,
  body: { error: { code: 400, message: expect.stringMatching(new RegExp(`^${code}( : .+)?$`)) } },
});

test("signing in answers what the SDK needs, the times as text", async () => {
  const server = await startTestServer({ now: () => NOW });
  const { uid } = createProfile(server.database, "Zoë");
  const { status, body } = await signInWith(server, await getCredential(server, uid));
  expect(status).toBe(200);
  expect(body).toMatchObject({ localId: uid, displayName: "Zoë", providerId: "google.com", expiresIn: "3600" });
  const { idToken } = body as { idToken: string };
  expect(claimsOf(idToken)).toEqual({
    iss: "https://securetoken.google.com/demo-dailyleet",
    aud: "demo-dailyleet",
    sub: uid,
    user_id: uid,
    name: "Zoë",
    auth_time: NOW / 1000,
    iat: NOW / 1000,
    exp: NOW / 1000 + 3600,
    firebase: { identities: { "google.com": [uid] }, sign_in_provider: "google.com" },
  });
});

test("a credential of the window is good for five minutes", async () => {
  let now = NOW;
  const server = await startTestServer({ now: () => now });
  const credential = await getCredential(server, listProfiles(server.database)[0]?.uid ?? "");
  now += 299_999;
  expect((await signInWith(server, credential)).status).toBe(200);
  now += 1;
  expect(await signInWith(server, credential)).toMatchObject(failure("INVALID_IDP_RESPONSE"));
});

test("credentials of other computers, tokens of another kind and nonsense are refused", async () => {
  const [server, other] = [await startTestServer(), await startTestServer()];
  const session = await signIn(server);
  const foreign = await getCredential(other, listProfiles(other.database)[0]?.uid ?? "");
  const google = JSON.stringify({ sub: "abc", email: "a@example.com", email_verified: true });
  for (const credential of [foreign, session.idToken, session.refreshToken, google, "", "x.y.z"]) {
    expect(await signInWith(server, credential)).toMatchObject(failure("INVALID_IDP_RESPONSE"));
  }
});

test("another provider's ID token is taken when the server was told to trust it", async () => {
  const server = await startTestServer({ trustCredential: async (token) => (token === "known" ? ann : null) });
  const ann = createProfile(server.database, "Ann").uid;
  expect((await signInWith(server, "known")).body).toMatchObject({ localId: ann, displayName: "Ann" });
  expect(await signInWith(server, "unknown")).toMatchObject(failure("INVALID_IDP_RESPONSE"));
});

test("a fault of the program is told to its owner and not to who asked", async () => {
  const errors: unknown[] = [];
  const fault = new Error("secret detail");
  const server = await startTestServer({
    trustCredential: () => Promise.reject(fault),
    onError: (error) => errors.push(error),
  });
  const answer = await signInWith(server, "x");
  expect(answer).toMatchObject({ status: 500, body: { error: { status: "INTERNAL" } } });
  expect(answer.text).not.toContain("secret");
  expect(errors).toEqual([fault]);
});

test.each([
  ["MISSING_REQUEST_URI", { postBody: "id_token=x&providerId=google.com" }],
  ["INVALID_REQUEST_URI", { requestUri: "nowhere", postBody: "id_token=x&providerId=google.com" }],
  ["INVALID_CREDENTIAL_OR_PROVIDER_ID", { requestUri: "http://localhost", postBody: "id_token=x" }],
  ["INVALID_CREDENTIAL_OR_PROVIDER_ID", { requestUri: "http://localhost" }],
  ["OPERATION_NOT_ALLOWED", { requestUri: "http://localhost", postBody: "id_token=x&providerId=github.com" }],
  ["INVALID_IDP_RESPONSE", { requestUri: "http://localhost", postBody: "providerId=google.com" }],
])("%s is told for a sign-in that lacks it", async (code, body) => {
  const server = await startTestServer();
  expect(await ask("POST", identityUrl(server, "signInWithIdp"), body)).toMatchObject(failure(code));
});

test("without a key nothing is answered, and other methods are not there", async () => {
  const server = await startTestServer();
  const url = identityUrl(server, "lookup");
  expect(await ask("POST", url.replace("?key=any", ""), {})).toMatchObject({ status: 403 });
  expect(await ask("POST", identityUrl(server, "signUp"), {})).toMatchObject({ status: 404 });
  expect(await ask("POST", url, "{")).toMatchObject({ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } });
});

test("lookup answers the person of an ID token, and why it does not", async () => {
  let now = NOW;
  const server = await startTestServer({ now: () => now });
  const session = await signIn(server);
  const lookup = (idToken?: unknown) => ask("POST", identityUrl(server, "lookup"), { idToken });
  expect((await lookup(session.idToken)).body).toMatchObject({
    users: [{ localId: session.localId, displayName: "You", providerUserInfo: [{ providerId: "google.com" }] }],
  });
  expect(await lookup()).toMatchObject(failure("MISSING_ID_TOKEN"));
  expect(await lookup(session.refreshToken)).toMatchObject(failure("INVALID_ID_TOKEN"));
  expect(await lookup(`${session.idToken}x`)).toMatchObject(failure("INVALID_ID_TOKEN"));
  now += HOUR;
  expect(await lookup(session.idToken)).toMatchObject(failure("TOKEN_EXPIRED"));
  now -= HOUR;
  server.database.run("DELETE FROM profiles");
  expect(await lookup(session.idToken)).toMatchObject(failure("USER_NOT_FOUND"));
});

test("after an hour the ID token opens nothing, and the refresh token gets a new one", async () => {
  let now = NOW;
  const server = await startTestServer({ now: () => now });
  const session = await signIn(server);
  const read = (idToken: string) => readDocument(server, { ...session, idToken });
  expect((await read(session.idToken)).status).toBe(200);
  now += HOUR;
  expect(await read(session.idToken)).toMatchObject({
    status: 401,
    body: { error: { message: "The ID token is expired." } },
  });
  const { status, body } = await refresh(server, { grant_type: "refresh_token", refresh_token: session.refreshToken });
  expect(status).toBe(200);
  const fresh = body as Record<string, string>;
  expect(fresh).toMatchObject({ expires_in: "3600", user_id: session.localId });
  expect(fresh.access_token).toBe(fresh.id_token);
  expect(claimsOf(fresh.id_token ?? "")).toMatchObject({ auth_time: NOW / 1000, iat: now / 1000 });
  expect((await read(fresh.id_token ?? "")).status).toBe(200);
});

test("a refresh tells why it is refused", async () => {
  const server = await startTestServer();
  const session = await signIn(server);
  const grant = { grant_type: "refresh_token" };
  expect(await refresh(server, { refresh_token: "x" })).toMatchObject(failure("INVALID_GRANT_TYPE"));
  expect(await refresh(server, grant)).toMatchObject(failure("MISSING_REFRESH_TOKEN"));
  for (const token of ["x", session.idToken, `${session.refreshToken}A`]) {
    expect(await refresh(server, { ...grant, refresh_token: token })).toMatchObject(failure("INVALID_REFRESH_TOKEN"));
  }
  server.database.run("DELETE FROM profiles");
  expect(await refresh(server, { ...grant, refresh_token: session.refreshToken })).toMatchObject(
    failure("USER_NOT_FOUND"),
  );
});

test("a sign-in outlives the server, because the secret stays with the database", async () => {
  const server = await startTestServer();
  const session = await signIn(server);
  await server.close();
  const again = await startTestServer({ database: openForTest(server.database.file) });
  expect((await readDocument(again, session)).status).toBe(200);
});
