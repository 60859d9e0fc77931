import { afterEach, expect, it, vi } from "vitest";
import { idleOrKey, takeEarlyKey } from "../../site/src/ui/wait.ts";

afterEach(() => vi.unstubAllGlobals());

it("a key that came before its shortcuts is taken up once, and later keys are not noted", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("requestIdleCallback", () => 0);
  const ready = idleOrKey();
  const [first, second, third] = [1, 2, 3].map(() => new Event("keydown"));
  page.dispatchEvent(first as Event);
  expect(await ready).toBe(first);
  page.dispatchEvent(second as Event);
  expect(takeEarlyKey()).toBe(second);
  page.dispatchEvent(third as Event);
  expect(takeEarlyKey()).toBeUndefined();
});
