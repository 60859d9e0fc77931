import { characterOf } from "@dailyleet/core";
import { afterEach, expect, it, vi } from "vitest";
import { chooseKeys, keyCommand } from "../../site/src/ui/keys.ts";
import { takeEarlyKeys, whenIdleOrKey } from "../../site/src/ui/wait.ts";

afterEach(() => vi.unstubAllGlobals());

const STATES = ["ctrlKey", "metaKey", "altKey", "repeat", "isComposing", "defaultPrevented"] as const;

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: "",
    target: null,
    getModifierState: () => false,
    ...Object.fromEntries([...STATES, "shiftKey"].map((state) => [state, false])),
    ...more,
  }) as KeyboardEvent;

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

it("'g' leads to a sheet with the next key, pressed soon after it and on any keyboard", () => {
  const typed = (keys: string, gapMs: number, last: Partial<KeyboardEvent> = {}) => {
    const pressed = [...keys].map((key, index) => press(key, { timeStamp: index * gapMs, ...(index > 0 && last) }));
    return pressed.map(keyCommand).at(-1);
  };
  expect(["gd", "gs", "Gs", "ggd"].map((keys) => typed(keys, 1_500))).toEqual(["data", "settings", "settings", "data"]);
  expect([typed("gы", 0, { code: "KeyS" }), typed("gд", 0, { code: "KeyL" })]).toEqual(["settings", null]);
  // Another key ends the sequence and has its usual meaning.
  expect(["gd", "gs"].map((keys) => typed(keys, 1_501))).toEqual([null, null]);
  expect(["d", "s", "gxd", "g1", "gt"].map((keys) => typed(keys, 0))).toEqual([null, null, null, 1, "t"]);
});

const CONTROL = { ctrlKey: true };
const SHIFT = { shiftKey: true };

it.each<[layout: string, typed: string, expected: ReturnType<typeof keyCommand>, more?: Partial<KeyboardEvent>]>([
  ["Russian", "KeyT е", "t"],
  ["Russian", "KeyM Ь", "m"],
  ["Russian", "Slash .", "/"],
  ["Russian", "Slash ,", "?", SHIFT],
  ["Russian", "Digit7 ?", "?", SHIFT],
  ["Russian", "Digit3 №", null, SHIFT],
  ["Russian", "KeyZ я", "undo", CONTROL],
  ["Russian", "KeyZ Я", "redo", { ...CONTROL, ...SHIFT }],
  ["Russian", "KeyY н", "redo", CONTROL],
  ["Greek", "KeyP π", "p"],
  ["Greek", "KeyZ ζ", "undo", CONTROL],
  ["Greek", "KeyY υ", "redo", CONTROL],
  ["Greek", "Slash ?", "?", SHIFT],
  ["Hebrew", "KeyT א", "t"],
  ["Hebrew", "KeyZ ז", "undo", { metaKey: true }],
  ["Hebrew", "KeyQ /", "/"],
  ["Hebrew", "Slash .", "/"],
  ["Arabic", "Slash ظ", "/"],
  ["Arabic", "Slash ؟", "?", SHIFT],
  ["Arabic", "Digit3 ٣", 3],
  ["Persian", "Digit5 ۵", 5],
  ["Persian", "Digit6 ۶", null],
  ["Devanagari", "Digit1 १", 1],
  ["full width", "Digit2 ２", 2],
  ["full width", "KeyT ｔ", "t"],
  ["Thai", "KeyM ท", "m"],
  ["a number pad", "Numpad4 4", 4],
  ["AZERTY", "Digit1 &", 1],
  ["AZERTY", "Digit2 é", 2],
  ["AZERTY", "Digit3 3", 3, SHIFT],
  ["AZERTY", "KeyW z", "undo", CONTROL],
  ["AZERTY", "KeyZ w", null, CONTROL],
  ["AZERTY", "Backquote ²", null],
  ["Czech", "Digit5 ř", 5],
  ["US", "Digit3 #", null, SHIFT],
  ["US", "Digit7 &", null, SHIFT],
  ["QWERTZ", "KeyY z", "undo", CONTROL],
  ["QWERTZ", "KeyZ y", "redo", CONTROL],
  ["Dvorak", "KeyK t", "t"],
  ["Dvorak", "KeyT y", null],
  ["Dvorak", "Slash z", "undo", CONTROL],
  ["Dvorak", "BracketLeft /", "/"],
  ["Colemak", "KeyR p", "p"],
  ["an input method", "KeyT Process", null],
  ["a dead key", "Digit4 Dead", null],
])("on %s, '%s' is %s", (_, typed, expected, more = {}) => {
  const [code = "", key = ""] = typed.split(" ");
  expect(keyCommand(press(key, { code, ...more }))).toBe(expected);
});

it.each(["Digit3 #", "KeyT t", "Slash /"])("AltGr types: '%s' is left alone", (typed) => {
  const [code = "", key = ""] = typed.split(" ");
  expect(keyCommand(press(key, { code, getModifierState: (name) => name === "AltGraph" }))).toBeNull();
});

it("the keys of practising are read the same way", () => {
  expect(
    ["KeyN т", "KeyN N", "Digit2 ２"]
      .map((typed) => typed.split(" "))
      .map(([code = "", key = ""]) => characterOf(press(key, { code }))),
  ).toEqual(["n", "n", "2"]);
});

it("a choice that is kept gives way to that of another tab", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name), setItem: kept.set.bind(kept) });
  chooseKeys("off");
  for (const name of kept.keys()) kept.set(name, "on");
  expect(keyCommand(press("1"))).not.toBeNull();
});

it("keys that came before their shortcuts are taken up once, and later keys are not noted", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("requestIdleCallback", () => 0);
  const ready = whenIdleOrKey();
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => new Event("keydown")) as [Event, Event, Event, Event];
  page.dispatchEvent(first);
  await ready;
  page.dispatchEvent(second);
  page.dispatchEvent(third);
  const keys = takeEarlyKeys();
  expect(keys.map((key) => [first, second, third].indexOf(key))).toEqual([0, 1, 2]);
  page.dispatchEvent(fourth);
  expect(takeEarlyKeys()).toEqual([]);
});
