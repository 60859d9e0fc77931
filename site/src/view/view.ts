import {
  type DayNumber,
  INITIAL_VIEW,
  isDayNumber,
  isRecord,
  press,
  type Screen,
  screenOf,
  type ViewButton,
  type ViewState,
} from "@dailyleet/core";
import { atom } from "nanostores";
import type { Session } from "../session/session.ts";
import type { Setup } from "../session/setup.ts";
import { $goal, $today } from "./today.ts";

export const VIEW_NAMES: Partial<Record<Shown, string>> = {
  calendar: "Calendar",
  questions: "Questions",
  counter: "Counter",
};

export const $view = atom<ViewState>(INITIAL_VIEW);

/** The scroll position at which each screen was left (px); null to start at its beginning. */
export const places: Record<Screen, number | null> = { calendar: null, questions: null, counter: null };

/** The hash of a filter of the question list, even of an empty one, or of the practice flow. */
export const LIST_HASH = /^#(q|tag|state|difficulty|practise)\b/;
const DAY_HASH = /^#day-(\d+)$/;
export const QUESTIONS: ViewState = { calendar: false, marked: true };
/** The part of the view that each link of the top bar sets. */
const NAMED: Readonly<Record<string, Partial<ViewState>>> = {
  "#calendar": { calendar: true },
  "#questions": QUESTIONS,
  "#counter": { calendar: false, marked: false },
};

/** Keeps `$view` and the address together, and remembers where each screen was left. */
export function watchAddress(): void {
  followAddress();
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("popstate", followHistory);
  $view.listen((view, before) => {
    if (before && screenOf(view) !== screenOf(before)) places[screenOf(before)] = scrollY;
  });
  // The calendar of a new day opens at that day.
  $today.listen(() => {
    places.calendar = null;
  });
}

/** Shows the screen that the address names (a shared link), or the screen of this history entry. */
function followAddress(): void {
  const shown = readView(history.state);
  const day = addressedDay();
  $goal.set(day ?? $goal.get());
  // A new entry that names a day scrolls to it, not to where the calendar was left.
  if (shown === null && day !== null) places.calendar = null;
  $view.set(addressedView(shown ?? $view.get()));
  history.replaceState($view.get(), "");
  // Each screen restores its own place.
  history.scrollRestoration = "manual";
}

/** The view of the screen, day or filter that the address names; without one, `view`. */
function addressedView(view: ViewState): ViewState {
  if (LIST_HASH.test(location.hash)) return QUESTIONS;
  return { ...view, ...NAMED[addressedDay() === null ? location.hash : "#calendar"] };
}

export function addressedDay(): DayNumber | null {
  const day = Number(DAY_HASH.exec(location.hash)?.[1]);
  return isDayNumber(day) ? day : null;
}

export function pressButton(button: ViewButton): void {
  openView(press($view.get(), button));
}

/** Adds a history entry. A day or a filter in the address belongs to the entry before. */
export function openView(view: ViewState): void {
  history.pushState(view, "", location.pathname + location.search);
  $view.set(view);
}

/** Back and Forward restore both flags. A new entry, as from a link to a filter, has no state yet. */
function followHistory({ state }: PopStateEvent): void {
  $view.set(readView(state) ?? $view.get());
}

function readView(state: unknown): ViewState | null {
  if (!isRecord(state)) return null;
  const { calendar, marked } = state;
  return typeof calendar === "boolean" && typeof marked === "boolean" ? { calendar, marked } : null;
}

/** `unusable`: there is no working configuration; `prompt`: the questions while nobody is signed in. */
export type Shown = "loading" | "unusable" | "sign-in" | "prompt" | Screen;

/** The screen that the page shows. A prompt takes the place of the questions when the session ends. */
export function shownScreen(setup: Setup, session: Session, view: ViewState): Shown {
  if (setup.status === "unusable") return "unusable";
  if (session.status === "loading") return "loading";
  const screen = screenOf(view);
  if (session.status === "signed-in") return screen;
  return screen === "questions" ? "prompt" : "sign-in";
}
