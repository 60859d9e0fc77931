import type { TickChange } from "@dailyleet/core";
import { createOutbox } from "@dailyleet/local";
import { expect, test } from "vitest";
import { tempDatabase } from "../support/database.ts";

// What every outbox does: tests/contract/suites/outboxContract.ts.
const change: TickChange = { year: 2026, day: 1, source: 1, done: true };

test("nobody forgets or marks the changes of somebody else", async () => {
  const outbox = createOutbox(tempDatabase());
  const put = await outbox.put("ann", [change]);
  await outbox.put("bob", [{ ...change, done: false }]);
  await outbox.acknowledge("bob", put);
  await outbox.refuse("bob", put, "no");
  await outbox.noteAttempt("bob", put, "v1");
  expect(await outbox.list("ann")).toEqual(put);
});

test("a put is whole or not there", async () => {
  const outbox = createOutbox(tempDatabase());
  const broken = { ...change, day: 2, done: "?" } as unknown as TickChange;
  await expect(outbox.put("ann", [change, broken])).rejects.toThrow();
  expect(await outbox.list("ann")).toEqual([]);
});
