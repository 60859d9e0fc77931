import { afterEach, expect, it, vi } from "vitest";
import { chooseKeys, type KeyPress, keyCommand } from "../../site/src/app/keys.ts";
import { idleOrKey, takeEarlyKey } from "../../site/src/ui/wait.ts";

afterEach(() => vi.unstubAllGlobals());

const STATES = ["ctrlKey", "metaKey", "altKey", "repeat", "isComposing", "defaultPrevented"] as const;

const press = (key: string, more: Partial<KeyPress> = {}) =>
  ({
    key,
    target: null,
    ...Object.fromEntries([...STATES, "shiftKey"].map((state) => [state, false])),
    ...more,
  }) as KeyPress;

it("digits, letters and signs are commands", () => {
  expect([..."15tTmp/?"].map((key) => keyCommand(press(key)))).toEqual([1, 5, "t", "t", "m", "p", "/", "?"]);
});

it.each(["0", "6", "10", "", " ", "F1", "Enter", "x", "constructor"])("'%s' is none", (key) => {
  expect(keyCommand(press(key))).toBeNull();
});

it.each(STATES)("no key is one with %s", (state) => {
  expect(keyCommand(press("1", { [state]: true }))).toBeNull();
});

it.each([
  [{ ctrlKey: true }, "undo"],
  [{ metaKey: true }, "undo"],
  [{ ctrlKey: true, key: "Z" }, "undo"],
  [{ ctrlKey: true, shiftKey: true, key: "Z" }, "redo"],
  [{ metaKey: true, shiftKey: true }, "redo"],
  [{ ctrlKey: true, key: "y" }, "redo"],
  [{ metaKey: true, key: "y" }, null],
  [{ ctrlKey: true, shiftKey: true, key: "Y" }, null],
  [{}, null],
  [{ ctrlKey: true, altKey: true }, null],
  [{ ctrlKey: true, metaKey: true }, null],
  [{ ctrlKey: true, key: "x" }, null],
])("%j asks for %s", (keys, expected) => {
  expect(keyCommand(press("z", keys))).toBe(expected);
});

it("a choice that is kept gives way to that of another tab", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name), setItem: kept.set.bind(kept) });
  chooseKeys("off");
  for (const name of kept.keys()) kept.set(name, "on");
  expect(keyCommand(press("1"))).not.toBeNull();
});

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
