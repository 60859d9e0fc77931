import { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton, type ViewState } from "@dailyleet/core";
import { atom } from "nanostores";
import type { Session } from "./session.ts";
import type { Setup } from "./setup.ts";

/** What a person calls them. */
export const VIEW_NAMES: Partial<Record<Shown, string>> = {
  calendar: "Calendar",
  questions: "Questions",
  counter: "Counter",
};

export const $view = atom<ViewState>(INITIAL_VIEW);

/** An address with a filter of the question list, even one that says nothing. */
export const FILTER_HASH = /^#(q|tag|state)=/;

/** Such an address, as somebody may have shared it, opens the list. */
export function followAddress(): void {
  if (FILTER_HASH.test(location.hash)) $view.set({ calendar: false, marked: true });
  history.replaceState($view.get(), "");
  // Each view goes to its own beginning, the calendar to today.
  history.scrollRestoration = "manual";
}

export function pressButton(button: ViewButton): void {
  const view = press($view.get(), button);
  history.pushState(view, "");
  $view.set(view);
}

/** Back and Forward restore both flags. A new entry, as of a link to another filter, has no state yet. */
export function followHistory({ state }: PopStateEvent): void {
  if (state) $view.set(state);
}

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
