import { createIdTokenSource, refreshIdToken, signInWithIdp, type Tokens } from "@dailyleet/client";
import { DailyleetError } from "@dailyleet/core";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { runs } from "../support/long.ts";
import { testHttp } from "./support/ports.ts";
import { json, startScriptedServer } from "./support/scriptedServer.ts";
import { createVirtualTime } from "./support/virtualTime.ts";

const server = await startScriptedServer();
afterAll(() => server.stop());

const options = () => ({ http: testHttp(), apiKey: "the key&", base: server.origin });
const failed = (message: string, status = 400) => json(status, { error: { code: status, message, errors: [] } });
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error) as Promise<DailyleetError>;

const SIGNED_IN = {
  localId: "ann",
  idToken: "id",
  refreshToken: "refresh",
  expiresIn: "3600",
  email: "ann@example.com",
  displayName: "Ann",
  isNewUser: true,
};
const RENEWED = { user_id: "ann", id_token: "id", access_token: "id", refresh_token: "newer", expires_in: "3600" };

describe("Signing in with Google's token", () => {
  const signIn = () => signInWithIdp(options(), "a.b-c_d&=");

  test("sends it as a form within JSON and answers who it is", async () => {
    server.reply(json(200, SIGNED_IN));
    expect(await signIn()).toEqual({
      uid: "ann",
      idToken: "id",
      refreshToken: "refresh",
      expiresInSeconds: 3600,
      email: "ann@example.com",
      name: "Ann",
    });
    const request = server.requests.at(-1);
    expect(request?.url).toBe("/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=the%20key%26");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      postBody: "id_token=a.b-c_d%26%3D&providerId=google.com",
      requestUri: "http://localhost",
      returnSecureToken: true,
    });
  });

  test("does without e-mail address and name", async () => {
    server.reply(json(200, { ...SIGNED_IN, email: null, displayName: undefined }));
    expect(Object.keys(await signIn())).toEqual(["uid", "idToken", "refreshToken", "expiresInSeconds"]);
  });

  test("has failed when the account needs confirmation, though that comes with 200", async () => {
    server.reply(json(200, { needConfirmation: true, email: "ann@example.com", verifiedProvider: ["password"] }));
    expect(await errorOf(signIn())).toMatchObject({ code: "signin-failed" });
  });

  test.each([
    ["INVALID_IDP_RESPONSE : The audience X is not authorized SECRET", "google.clientId"],
    ["INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: SECRET", "belong together"],
    ["OPERATION_NOT_ALLOWED : The identity provider configuration is not found.", "switched off"],
    ["USER_DISABLED", "disabled"],
    ["EMAIL_EXISTS", "e-mail address"],
    ["FEDERATED_USER_ID_ALREADY_LINKED", "another way"],
    ["CONFIGURATION_NOT_FOUND", "not set up"],
    ["API key not valid. Please pass a valid API key.", "firebase.apiKey"],
    ["SOMETHING_NEW : SECRET", "SOMETHING_NEW"],
    ["SECRET in free text", "refused the sign-in"],
  ])("tells %s in a sentence of its own", async (message, part) => {
    server.reply(failed(message));
    const error = await errorOf(signIn());
    expect(error.code).toBe("signin-failed");
    expect(error.message).toContain(part);
    expect(error.message).not.toContain("SECRET");
    expect(error.message).toMatch(/sign in again( \([A-Z_]+\))?\.$/);
  });

  test("tells of a key that is missing or restricted", async () => {
    server.reply(json(403, { error: { code: 403, message: "The request is missing…", status: "PERMISSION_DENIED" } }));
    expect((await errorOf(signIn())).message).toContain("firebase.apiKey");
  });

  test("tells of the project's API that is off, and not of its key", async () => {
    const message = "Identity Toolkit API has not been used in project 123 before or it is disabled.";
    server.reply(json(403, { error: { code: 403, message, status: "PERMISSION_DENIED" } }));
    expect((await errorOf(signIn())).message).toContain("this API of the project is off");
    await expect(refreshIdToken(options(), "kept")).rejects.toMatchObject({ code: "site-fault" });
  });

  test("may be tried later when there were too many", async () => {
    server.reply(failed("TOO_MANY_ATTEMPTS_TRY_LATER : wait"));
    expect(await errorOf(signIn())).toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["localId", "a/b"],
    ["localId", ".."],
    ["localId", ""],
    ["localId", 7],
    ["idToken", "two words"],
    ["idToken", "a\r\nb: c"],
    ["refreshToken", undefined],
    ["expiresIn", "soon"],
    ["expiresIn", "-1"],
  ])("takes no answer whose %s is %j", async (key, value) => {
    server.reply(json(200, { ...SIGNED_IN, [key]: value }));
    expect(await errorOf(signIn())).toMatchObject({ code: "unavailable" });
  });
});

describe("Renewing the token", () => {
  const renew = () => refreshIdToken(options(), "old & kept");

  test("answers the newest refresh token", async () => {
    server.reply(json(200, RENEWED));
    expect(await renew()).toEqual({ uid: "ann", idToken: "id", refreshToken: "newer", expiresInSeconds: 3600 });
    expect(server.requests.at(-1)).toMatchObject({
      url: "/securetoken.googleapis.com/v1/token?key=the%20key%26",
      body: "grant_type=refresh_token&refresh_token=old%20%26%20kept",
    });
  });

  test.each([
    "USER_DISABLED : with free text",
    ..."TOKEN_EXPIRED USER_DISABLED USER_NOT_FOUND INVALID_REFRESH_TOKEN MISSING_REFRESH_TOKEN".split(" "),
    "PROJECT_NUMBER_MISMATCH",
  ])("%s ends the sign-in", async (message) => {
    server.reply(failed(message));
    const error = await errorOf(renew());
    expect(error.code).toBe("signin-needed");
    expect(error.message).toMatch(/sign in again\.$/);
  });

  test.each(["INVALID_GRANT_TYPE", "API key not valid. Please pass a valid API key.", "NEWS", "toString", ""])(
    "%j does not",
    async (message) => {
      server.reply(failed(message));
      expect(await errorOf(renew())).toMatchObject({ code: "unavailable" });
    },
  );
});

test("Whatever the service answers comes to tokens or one of our errors", async () => {
  const answer = fc.record({
    status: fc.constantFrom(200, 400, 401, 403, 429, 500),
    body: fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((value) => `{"error":{"message":${value}}}`),
      fc
        .record({ localId: fc.json(), expiresIn: fc.json() })
        .map((value) => JSON.stringify({ ...SIGNED_IN, ...value })),
    ),
  });
  await fc.assert(
    fc.asyncProperty(answer, async ({ status, body }) => {
      const http = async () => ({ status, headers: {}, body });
      for (const result of [signInWithIdp({ http, apiKey: "k" }, "t"), refreshIdToken({ http, apiKey: "k" }, "t")]) {
        const error = await errorOf(result);
        if (error instanceof Error) expect(error).toBeInstanceOf(DailyleetError);
      }
    }),
    { numRuns: runs(1_000) },
  );
});

const ENDED = new DailyleetError("signin-needed", "The sign-in has ended; sign in again.");

/** A sign-in service that counts requests and rotates the refresh token each time. */
function world(kept: string | null = "r0") {
  const time = createVirtualTime();
  let stored = kept;
  const used: string[] = [];
  const ports = {
    now: time.now,
    load: async () => stored,
    save: async (next: string, previous: string) => {
      if (stored === previous) stored = next;
    },
    refresh: async (refreshToken: string): Promise<Tokens> => {
      used.push(refreshToken);
      const number = used.length;
      return { uid: "ann", idToken: `id${number}`, refreshToken: `r${number}`, expiresInSeconds: 3600 };
    },
  };
  const keep = (next: string | null) => {
    stored = next;
  };
  return { ...ports, time, used, keep, stored: () => stored };
}

test("A token is used until 30 seconds before its end", async () => {
  const { time, used, ...ports } = world();
  const idToken = createIdTokenSource(ports);
  expect([await idToken(), await idToken()]).toEqual(["id1", "id1"]);
  time.jump(3_569_999);
  expect(await idToken()).toBe("id1");
  time.jump(1);
  expect(await idToken()).toBe("id2");
  expect(used).toEqual(["r0", "r1"]);
});

test("A fresh one is fetched when it is asked for", async () => {
  const idToken = createIdTokenSource(world());
  expect([await idToken(), await idToken(true), await idToken()]).toEqual(["id1", "id2", "id2"]);
});

test("Whoever asks while one is under way gets that", async () => {
  const { used, ...ports } = world();
  const idToken = createIdTokenSource(ports);
  expect(await Promise.all([idToken(), idToken(true), idToken()])).toEqual(["id1", "id1", "id1"]);
  expect(used).toEqual(["r0"]);
});

test("After a failure the next one asks again", async () => {
  const { used, refresh, ...ports } = world();
  let fails = true;
  const idToken = createIdTokenSource({
    ...ports,
    refresh: async (token) => {
      if (fails) throw new DailyleetError("unavailable", "No answer; try again.");
      return refresh(token);
    },
  });
  await expect(Promise.all([idToken(), idToken()])).rejects.toMatchObject({ code: "unavailable" });
  fails = false;
  expect(await idToken()).toBe("id1");
});

test("Nobody signed in means that signing in is needed, without a request", async () => {
  const { used, ...ports } = world(null);
  await expect(createIdTokenSource(ports)()).rejects.toMatchObject({ code: "signin-needed" });
  expect(used).toEqual([]);
});

test("A refresh token that another process has renewed meanwhile is read again", async () => {
  const { refresh, used, keep, ...ports } = world();
  const idToken = createIdTokenSource({
    ...ports,
    refresh: async (token) => {
      if (token !== "r0") return refresh(token);
      keep("from another process");
      throw ENDED;
    },
  });
  expect(await idToken()).toBe("id1");
  expect(used).toEqual(["from another process"]);
});

test("A sign-in that has ended is told after one look for a newer one", async () => {
  const { used, ...ports } = world();
  let requests = 0;
  const refresh = async () => {
    requests++;
    throw ENDED;
  };
  await expect(createIdTokenSource({ ...ports, refresh })()).rejects.toBe(ENDED);
  expect(requests).toBe(1);
});

test("A sign-out in the middle is not undone", async () => {
  const { refresh, keep, stored, ...ports } = world();
  const idToken = createIdTokenSource({
    ...ports,
    refresh: async (token) => {
      keep(null);
      return refresh(token);
    },
  });
  await idToken();
  expect(stored()).toBeNull();
});
