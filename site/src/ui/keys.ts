import { characterOf, isSourceNumber, type SourceNumber } from "@dailyleet/core";
import { useLayoutEffect } from "react";
import { readChoice, storeText } from "./stored.ts";

type KeyChoice = "on" | "off";

const KEYS_NAME = "dailyleet/keys";

/** The choice in this tab, if the browser stores no data. */
let unstored: KeyChoice | null = null;

/** Read at each key press: another tab may have changed it. */
export function keyChoice(): KeyChoice {
  return unstored ?? readChoice(KEYS_NAME, ["on", "off"]);
}

export function chooseKeys(choice: KeyChoice): void {
  storeText(KEYS_NAME, choice);
  unstored = null;
  if (keyChoice() !== choice) unstored = choice;
}

const COMMANDS = ["t", "m", "p", "f", "/", "?"] as const;

/** The second key of a sequence that begins with 'g'. */
const SEQUENCES: Readonly<Partial<Record<string, "data" | "settings">>> = { d: "data", s: "settings" };
const SEQUENCE_MS = 1_500;

/** When 'g' was the last key pressed (the event's time stamp). */
let begunAt = Number.NEGATIVE_INFINITY;

type Turn = "undo" | "redo";
export type Command = (typeof COMMANDS)[number] | "data" | "settings" | Turn;

/** The source to tick, or the command, that a key press asks for; perhaps together with the press before. */
export function keyCommand(press: KeyboardEvent): SourceNumber | Command | null {
  const turn = turnOf(press);
  if (turn !== null || !isPlainKey(press)) return turn;
  const character = characterOf(press);
  const isSecond = press.timeStamp - begunAt <= SEQUENCE_MS;
  begunAt = character === "g" ? press.timeStamp : Number.NEGATIVE_INFINITY;
  const led = isSecond && Object.hasOwn(SEQUENCES, character) && SEQUENCES[character];
  if (led) return led;
  const source = Number(character);
  if (isSourceNumber(source)) return source;
  return COMMANDS.find((key) => key === character) ?? null;
}

/**
 * Whether a key press is a command: not in a field or a dialog, and not a repeated one. Single-key commands can be
 * turned off, because speech input may trigger them (WCAG 2.1.4).
 */
export function isPlainKey(press: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = press;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented || isAltGraph(press)) return false;
  return !isElsewhere(target) && keyChoice() === "on";
}

/** Ctrl+Z or Cmd+Z undoes; with Shift, or Ctrl+Y, redoes. Not in a field; Cmd+Y belongs to the browser. */
function turnOf(press: KeyboardEvent): Turn | null {
  const { ctrlKey, metaKey, shiftKey, altKey, target } = press;
  if (ctrlKey === metaKey || altKey || isAltGraph(press) || isElsewhere(target)) return null;
  const letter = characterOf(press);
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}

/** AltGr types a third character, which is no command. */
export const isAltGraph = (press: Pick<KeyboardEvent, "getModifierState">) => press.getModifierState("AltGraph");

/** Whether the target is in a field or a dialog, which have keys of their own. */
function isElsewhere(target: EventTarget | null): boolean {
  const near = (target as Partial<Element> | null)?.closest?.("input, textarea, select, [contenteditable], dialog");
  return near !== null && near !== undefined;
}

/** Listens to key presses. A layout effect: the keys work as soon as the buttons that name them are visible. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
