import { isSourceNumber, type SourceNumber } from "@dailyleet/core";
import { readChoice } from "../ui/choice.ts";
import { keepCopy } from "../ui/localCopy.ts";

/** What a single key asks for. */
export type KeyAction =
  | { readonly kind: "tick"; readonly source: SourceNumber }
  | { readonly kind: "today" | "top" | "find" | "help" };

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "defaultPrevented" | "target"
>;

export type StepPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">;

type KeyChoice = "on" | "off";

const KEYS_NAME = "dailyleet/keys";

/** What was chosen in this tab, where the browser does not keep it. */
let unkept: KeyChoice | null = null;

/** Whether single keys are used; another tab may have switched them off. */
export function keyChoice(): KeyChoice {
  return unkept ?? readChoice(KEYS_NAME, ["on", "off"]);
}

export function chooseKeys(choice: KeyChoice): void {
  keepCopy(KEYS_NAME, choice);
  unkept = null;
  if (keyChoice() !== choice) unkept = choice;
}

const WORDS = new Map([
  ["t", "today"],
  ["m", "top"],
  ["/", "find"],
  ["?", "help"],
] as const);

export function keyAction(press: KeyPress): KeyAction | null {
  if (!isPlainKey(press)) return null;
  const source = Number(press.key);
  if (press.key.length === 1 && isSourceNumber(source)) return { kind: "tick", source };
  const kind = WORDS.get(press.key.toLowerCase() as "t");
  return kind ? { kind } : null;
}

/**
 * Whether a key is a command: not while somebody types, holds it down or has a dialog open. Such keys can be switched
 * off, because speech input may press them by accident (WCAG 2.1.4).
 */
export function isPlainKey(press: KeyPress): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = press;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false;
  return !isElsewhere(target) && keyChoice() === "on";
}

/**
 * Ctrl+Z or Cmd+Z undoes, with Shift it does again, and so does Ctrl+Y; not where a field has keys of its own. Cmd+Y is
 * the browser's.
 */
export function stepKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: StepPress): "undo" | "redo" | null {
  if (ctrlKey === metaKey || altKey || isElsewhere(target)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}

/** A field or a dialog has keys of its own. */
export function isElsewhere(target: EventTarget | null): boolean {
  const near = (target as Partial<Element> | null)?.closest?.("input, textarea, select, [contenteditable], dialog");
  return near !== null && near !== undefined;
}
