import type { Pressed } from "./jobs.ts";
import type { Key } from "./keys.ts";
import { pressCalendar } from "./pressCalendar.ts";
import { pressFilter, pressList } from "./pressList.ts";
import { pressQuestion } from "./pressQuestion.ts";
import { closed, type UiState } from "./state.ts";

/** Ctrl-C, as for every verb. */
const INTERRUPTED = 130;

/** What a key makes of the screen, and what it asks for. */
export function press(state: UiState, key: Key): Pressed {
  if (isInterrupt(key)) return quit(state, INTERRUPTED);
  const quiet = { ...state, message: "" };
  if (state.isHelpShown) return { state: { ...quiet, isHelpShown: false } };
  if (state.view === "questions" && state.list.isTyping) return pressFilter(quiet, key);
  return pressAnywhere(quiet, key) ?? pressView(quiet, key);
}

/** The same where the window is too small to show anything: whatever is behind, only what quits works. */
export function pressUnseen(state: UiState, key: Key): Pressed {
  if (isInterrupt(key)) return quit(state, INTERRUPTED);
  return "char" in key && key.char === "q" ? quit(state, 0) : { state };
}

function isInterrupt(key: Key): boolean {
  return "name" in key && key.name === "interrupt";
}

function quit(state: UiState, exitCode: number): Pressed {
  return { state, job: { kind: "quit", exitCode } };
}

function pressAnywhere(state: UiState, key: Key): Pressed | null {
  if ("name" in key) return key.name === "tab" ? turnOver(state) : null;
  if (key.char === "q") return quit(state, 0);
  if (key.char === "?") return { state: { ...state, isHelpShown: true } };
  if (key.char === "u") return { state, job: { kind: "undo" } };
  if (key.char === "r") return { state, job: { kind: "redo" } };
  return null;
}

/** Between the calendar and the questions. */
function turnOver(state: UiState): Pressed {
  if (state.view === "question") return turnOver(closed(state));
  if (state.view === "questions") return { state: { ...state, view: "calendar" } };
  return { state: { ...state, view: "questions" }, ...(!state.isListCurrent && { job: { kind: "questions" } }) };
}

function pressView(state: UiState, key: Key): Pressed {
  if (state.view === "calendar") return pressCalendar(state, key);
  return state.view === "questions" ? pressList(state, key) : pressQuestion(state, key);
}
