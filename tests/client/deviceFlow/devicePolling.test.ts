import { awaitApproval } from "@dailyleet/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualTime } from "../support/virtualTime.ts";

const answer = fc.constantFrom(
  { status: 428, body: '{"error":"authorization_pending"}' },
  { status: 403, body: '{"error":"slow_down"}' },
  { status: 503, body: "" },
  { status: 200, body: "<html>" },
  { status: 200, body: '{"access_token":"a","id_token":"i"}' },
  { status: 403, body: '{"error":"access_denied"}' },
);

test("Whatever comes, no two polls are nearer than the interval, none comes after the expiry, and it ends", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ answer, tookMs: fc.nat(9_000), jumpMs: fc.constantFrom(0, 0, 0, 60_000, -60_000) })),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 1_800 }),
      async (events, intervalSeconds, expiresInSeconds) => {
        const time = createVirtualTime();
        const pauses: number[] = [];
        let slowDowns = 0;
        const http = async () => {
          pauses.push(time.waits.at(-1) ?? 0);
          expect(pauses.at(-1)).toBeGreaterThanOrEqual((intervalSeconds + 5 * slowDowns) * 1000);
          expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(expiresInSeconds * 1000);
          const event = events[pauses.length - 1];
          time.jump((event?.tookMs ?? 0) + (event?.jumpMs ?? 0));
          if (event?.answer.body.includes("slow_down")) slowDowns++;
          return { headers: {}, ...(event?.answer ?? { status: 428, body: '{"error":"authorization_pending"}' }) };
        };
        const code = { deviceCode: "d", userCode: "u", verificationUrl: "v", expiresInSeconds, intervalSeconds };
        const client = { http, clientId: "c", clientSecret: "s" };
        await awaitApproval(client, code, time).catch((error: unknown) => expect(error).toHaveProperty("exitCode", 1));
      },
    ),
    { numRuns: 1_000 },
  );
});
