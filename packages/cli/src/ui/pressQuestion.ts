import type { Pressed } from "./jobs.ts";
import type { Key } from "./keys.ts";
import { pressMark } from "./pressList.ts";
import { closed, type UiState } from "./state.ts";

const PAGE = 10;
const STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageUp: -PAGE, pageDown: PAGE };

/** An opened question: reading, marking, and back to the list. */
export function pressQuestion(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = STEPS[text];
  // How far it goes is known where the lines are: the view stops at the last one.
  if (step !== undefined) return scrolled(state, step);
  if (["escape", "enter", "left", "h", "backspace"].includes(text)) return { state: closed(state) };
  return pressMark(state, text);
}

function scrolled(state: UiState, step: number): Pressed {
  return { state: { ...state, list: { ...state.list, scroll: Math.max(0, state.list.scroll + step) } } };
}
