import { cellKey, formatDate, isMark, isMarkable, type MarkChange } from "@dailyleet/core";
import type { Pressed } from "./jobs.ts";
import type { Key } from "./keys.ts";
import { clampedIndex, isSaving, type ListState, selectedQuestion, shownQuestions, type UiState } from "./state.ts";

const PAGE = 10;
const STEPS: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  pageUp: -PAGE,
  pageDown: PAGE,
  home: Number.NEGATIVE_INFINITY,
  g: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
};

export function pressList(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = STEPS[text];
  if (step !== undefined) return { state: move(state, step) };
  if (text === "/") return withList(state, { isTyping: true });
  if (text === "d") return withList(state, { isDueOnly: !state.list.isDueOnly, index: 0 });
  if (text === "escape") return withList(state, { filter: "", isDueOnly: false, index: 0 });
  if (text === "enter" || text === "right" || text === "l") return open(state);
  return pressMark(state, text);
}

/** While the filter is typed: Enter keeps it, Escape drops it. */
export function pressFilter(state: UiState, key: Key): Pressed {
  const { filter } = state.list;
  if ("char" in key) return withList(state, { filter: filter + key.char, index: 0 });
  if (key.name === "backspace") return withList(state, { filter: Array.from(filter).slice(0, -1).join(""), index: 0 });
  if (key.name === "escape") return withList(state, { filter: "", isTyping: false, index: 0 });
  if (key.name === "enter" || key.name === "tab") return withList(state, { isTyping: false });
  return { state: move(state, STEPS[key.name] ?? 0) };
}

/** '1' to '4' say how the selected question went today, '0' takes it back. */
export function pressMark(state: UiState, text: string): Pressed {
  const mark = /^\d$/.test(text) ? Number(text) : null;
  const found = selectedQuestion(state);
  if (!isMark(mark) || found === undefined || !isMarkable(found.key)) return { state };
  const change: MarkChange = { question: found.key, date: formatDate(state.today), mark };
  if (isSaving(state, change)) return { state };
  return {
    state: { ...state, saving: [...state.saving, cellKey(change)] },
    job: { kind: "change", verb: "mark", change },
  };
}

function open(state: UiState): Pressed {
  const found = selectedQuestion(state);
  if (found === undefined) return { state };
  return { state: { ...state, view: "question", list: { ...state.list, opened: found.key, scroll: 0 } } };
}

function move(state: UiState, step: number): UiState {
  const { length } = shownQuestions(state);
  const index = clampedIndex(clampedIndex(state.list.index, length) + step, length);
  return { ...state, list: { ...state.list, index } };
}

function withList(state: UiState, list: Partial<ListState>): Pressed {
  return { state: { ...state, list: { ...state.list, ...list } } };
}
