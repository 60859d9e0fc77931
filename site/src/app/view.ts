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
import type { Session } from "./session.ts";
import type { Setup } from "./setup.ts";
import { $goal, $today } from "./today.ts";

/** What a person calls them. */
export const VIEW_NAMES: Partial<Record<Shown, string>> = {
  calendar: "Calendar",
  questions: "Questions",
  counter: "Counter",
};

export const $view = atom<ViewState>(INITIAL_VIEW);

/** How far each screen was scrolled when it was left (px); null where it is to begin anew. */
const places: Record<Screen, number | null> = { calendar: null, questions: null, counter: null };

/** An address with a filter of the question list, even one that says nothing. */
export const FILTER_HASH = /^#(q|tag|state)=/;
const DAY_HASH = /^#day-(\d+)$/;
export const QUESTIONS: ViewState = { calendar: false, marked: true };

/** Shows what the address names, as somebody may have shared it, or what this entry of the history showed. */
export function followAddress(): void {
  const kept = readView(history.state);
  const day = addressedDay();
  $goal.set(day ?? $goal.get());
  // A new entry that names a day leads there, wherever the calendar was left.
  if (kept === null && day !== null) places.calendar = null;
  $view.set(addressedView(kept ?? $view.get()));
  history.replaceState($view.get(), "");
  // Each view goes to its own place.
  history.scrollRestoration = "manual";
}

/** A day of the calendar or a filter of the questions; else `view`. */
function addressedView(view: ViewState): ViewState {
  if (FILTER_HASH.test(location.hash)) return QUESTIONS;
  return addressedDay() === null ? view : { ...view, calendar: true };
}

/** `#day-64` names day 64. */
export function addressedDay(): DayNumber | null {
  const day = Number(DAY_HASH.exec(location.hash)?.[1]);
  return isDayNumber(day) ? day : null;
}

export function pressButton(button: ViewButton): void {
  openView(press($view.get(), button));
}

/** As a new entry of the history. A day or a filter in the address is of the entry before. */
export function openView(view: ViewState): void {
  history.pushState(view, "", location.pathname + location.search);
  $view.set(view);
}

/** At today, wherever it was left. */
export function openCalendar(): void {
  places.calendar = null;
  openView({ ...$view.get(), calendar: true });
}

/** Back and Forward restore both flags. A new entry, as of a link to another filter, has no state yet. */
export function followHistory({ state }: PopStateEvent): void {
  $view.set(readView(state) ?? $view.get());
}

function readView(state: unknown): ViewState | null {
  if (!isRecord(state)) return null;
  const { calendar, marked } = state;
  return typeof calendar === "boolean" && typeof marked === "boolean" ? { calendar, marked } : null;
}

/** Remembers how far a screen was scrolled when it is left, the calendar until another day begins. */
export function keepPlaces(): void {
  $view.listen((view, before) => {
    if (before && screenOf(view) !== screenOf(before)) places[screenOf(before)] = scrollY;
  });
  $today.listen(() => {
    places.calendar = null;
  });
}

/** How far a screen was scrolled when it was left (px); null where it is to begin anew. */
export const placeOf = (screen: Screen): number | null => places[screen];

/** `unusable`: the page has no working configuration; `prompt`: the questions for nobody. */
export type Shown = "loading" | "unusable" | "sign-in" | "prompt" | Screen;

/** What the page shows. When the sign-in ends while the questions are open, their own prompt takes their place. */
export function shownScreen(setup: Setup, session: Session, view: ViewState): Shown {
  if (setup.status === "unusable") return "unusable";
  if (session.status === "loading") return "loading";
  const screen = screenOf(view);
  if (session.status === "signed-in") return screen;
  return screen === "questions" ? "prompt" : "sign-in";
}
