import type { HttpRequest, Transport } from "@dailyleet/client";
import { expect, it } from "vitest";
import { type Network, withDeadline } from "../../packages/cli/src/cloud/services.ts";

const request: HttpRequest = { method: "GET", url: "https://a.example/", headers: {}, timeoutMs: 10_000, maxBytes: 1 };

it("shares one deadline between all requests without an answer and the pauses between them, and begins anew after an answer", async () => {
  let clock = 0;
  const given: number[] = [];
  let isDead = true;
  const transport: Transport = async ({ timeoutMs }) => {
    given.push(timeoutMs);
    clock += isDead ? 3_000 : 10;
    if (isDead) throw new Error("dead");
    return { status: 200, headers: {}, body: "" };
  };
  const waited: number[] = [];
  const wait: Network["wait"] = async (ms) => {
    waited.push(ms);
    clock += ms;
  };
  const { transport: send, wait: pause } = withDeadline({ transport, wait }, 8_000, () => clock);
  for (let time = 0; time < 3; time++) await expect(send(request)).rejects.toThrow("dead");
  await expect(send(request)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(given).toEqual([8_000, 5_000, 2_000]);
  await pause(500);
  expect(waited).toEqual([0]);

  const [other, seen] = [withDeadline({ transport, wait }, 8_000, () => clock), given.length];
  isDead = false;
  await other.transport(request);
  clock += 60_000;
  await other.transport(request);
  expect(given.slice(seen)).toEqual([8_000, 8_000]);

  const brief = withDeadline({ transport, wait }, 300, () => clock);
  await brief.transport(request);
  await brief.wait(100);
  await brief.wait(10_000);
  expect(waited.slice(1)).toEqual([100, 200]);
  await expect(brief.transport(request)).rejects.toMatchObject({ code: "ETIMEDOUT" });
});
