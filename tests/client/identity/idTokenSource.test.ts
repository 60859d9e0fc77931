import { createIdTokenSource, type Tokens } from "@dailyleet/client";
import { DailyleetError } from "@dailyleet/core";
import { expect, test } from "vitest";
import { createVirtualTime } from "../support/virtualTime.ts";

const ENDED = new DailyleetError("signin-needed", "The sign-in has ended; sign in again.");

/** A sign-in service that counts, and rotates the refresh token each time. */
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

test("The newest refresh token is kept", async () => {
  const { stored, ...ports } = world();
  await createIdTokenSource(ports)();
  expect(stored()).toBe("r1");
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
