import { stripControls } from "@dailyleet/core";
import type { Key as InkKey } from "ink";

/** A key by its name, or the character that it writes. */
export type Key = { readonly name: KeyName } | { readonly char: string };

export type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "tab"
  | "backspace"
  | "interrupt";

const NAMES: readonly (readonly [keyof InkKey, KeyName])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "backspace"],
];

/** What a terminal says of itself after nobody waits for it any more, as Ink hands it over. */
const LATE_REPLY = /^(\d+;rgba?:|\[\?)/;

/** What was pressed. Keys that are pressed fast, or pasted, come as one text. */
export function keysOf(input: string, key: InkKey): Key[] {
  if (key.ctrl) return input === "c" ? [{ name: "interrupt" }] : [];
  const named = NAMES.find(([pressed]) => key[pressed]);
  if (named) return [{ name: named[1] }];
  if (key.meta || LATE_REPLY.test(input)) return [];
  return Array.from(input, (char): Key => (/[\r\n]/.test(char) ? { name: "enter" } : { char })).filter(isPlain);
}

/** What is pasted may hold anything. */
function isPlain(key: Key): boolean {
  return "name" in key || stripControls(key.char) !== "";
}
