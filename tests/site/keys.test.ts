import { expect, it } from "vitest";
import { type KeyPress, keyAction } from "../../site/src/app/keys.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: null,
  ...more,
});

it.each([
  ["1", { kind: "tick", source: 1 }],
  ["5", { kind: "tick", source: 5 }],
  ["t", { kind: "today" }],
  ["T", { kind: "today" }],
  ["m", { kind: "top" }],
  ["?", { kind: "help" }],
])("%s is a command", (key, action) => {
  expect(keyAction(press(key))).toEqual(action);
});

it.each(["0", "6", "10", "", " ", "F1", "Enter", "/", "x", "constructor"])("'%s' is none", (key) => {
  expect(keyAction(press(key))).toBeNull();
});

it.each(["ctrlKey", "metaKey", "altKey", "repeat", "isComposing", "defaultPrevented"] as const)(
  "no key is one with %s",
  (state) => {
    expect(keyAction(press("1", { [state]: true }))).toBeNull();
  },
);
