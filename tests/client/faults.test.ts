import { hasCode } from "@dailyleet/core";
import { afterAll, describe, expect, test } from "vitest";
import { FAULTS } from "./support/faults.ts";
import { replyOf, testHttp } from "./support/ports.ts";
import { REQUESTS } from "./support/requests.ts";
import { startScriptedServer } from "./support/scriptedServer.ts";
import { createVirtualTime } from "./support/virtualTime.ts";

const BOUND_MS = 30_000;

const server = await startScriptedServer();
afterAll(() => server.stop());

/** The promise's outcome: null for a value, otherwise the error. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Every text that a careless printer could show of an error. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const properties = Object.getOwnPropertyNames(error).map((name) => error[name as keyof Error]);
  return [...properties.map(String), everythingIn(error.cause)].join("\n");
}

describe.each(REQUESTS)("$name", ({ ask, good, isRepeated, expected }) => {
  test.each(FAULTS)("ends well after $name", async (fault) => {
    const time = createVirtualTime();
    const before = server.requests.length;
    server.reply(replyOf(fault));

    const error = await outcomeOf(ask(testHttp(time), server.origin));

    const code = expected(fault);
    expect(error === null ? null : hasCode(error, code as never) ? code : error).toBe(code);
    expect(everythingIn(error)).not.toContain("SECRET");
    expect(server.requests.length - before).toBeLessThanOrEqual(isRepeated ? 3 : 1);
    expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(BOUND_MS);
  });

  test.each(FAULTS.filter((fault) => fault.isPassing && isRepeated))(
    "gets its answer after $name that passes",
    async (fault) => {
      server.reply(replyOf(fault), good);
      expect(await outcomeOf(ask(testHttp(), server.origin))).toBeNull();
    },
  );

  test("ends well when the connection is refused", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const error = await outcomeOf(ask(testHttp(), gone.origin));
    expect(error === null || hasCode(error, "unavailable")).toBe(true);
    expect(everythingIn(error)).not.toContain("SECRET");
  });
});
