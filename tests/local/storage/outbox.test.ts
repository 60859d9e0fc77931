import { changesOf, type TickChange } from "@dailyleet/core";
import { createOutbox } from "@dailyleet/local";
import { expect, test } from "vitest";
import { pending, tick } from "../../support/changes.ts";
import { tempDatabase } from "../support/database.ts";

// tests/contract/suites/outboxContract.ts covers what every outbox does.
const change = tick(2026, 1, 1);

test("nobody forgets or marks the changes of somebody else", async () => {
  const outbox = createOutbox(tempDatabase());
  const put = await outbox.put("ann", pending(change));
  await outbox.put("bob", pending(tick(2026, 1, 1, false)));
  const sequences = put.map(({ sequence }) => sequence);
  await outbox.acknowledge("bob", sequences);
  await outbox.refuse("bob", sequences, "no");
  await outbox.recordAttempt("bob", changesOf(put), "v1");
  expect(await outbox.list("ann")).toEqual(put);
});

test("a put is whole or not there", async () => {
  const outbox = createOutbox(tempDatabase());
  const broken = { ...change, row: 2, state: {} } as unknown as TickChange;
  await expect(outbox.put("ann", pending(change, broken))).rejects.toThrow();
  expect(await outbox.list("ann")).toEqual([]);
});
