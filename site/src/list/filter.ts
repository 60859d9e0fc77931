import { type Difficulty, readDifficulty, screenOf } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { PRACTICE_HASH } from "../view/goTo.ts";
import { $view, LIST_HASH } from "../view/view.ts";

export const NO_FILTER: ListFilter = { search: "", tags: [], state: null, difficulty: null };

/** Shows the list, with the filter that it has. */
const SCREEN_HASH = "#questions";

/** The filter of the list. While the list shows, the filter is in the address, which can be shared. */
export const $filter = atom<ListFilter>(NO_FILTER);

export function changeFilter(change: Partial<ListFilter>): void {
  $filter.set({ ...$filter.get(), ...change });
  writeAddress();
}

export function toggleTag(tag: string): void {
  const { tags } = $filter.get();
  changeFilter({ tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag] });
}

/** Whether the practice flow shows in place of the list; follows the address. */
export const $isPractising = atom(false);

/** Shows the list again, with the filter that it had. */
export function endPractice(): void {
  $isPractising.set(false);
  writeAddress();
}

function writeAddress(): void {
  const hash = isListShown() ? ($isPractising.get() ? PRACTICE_HASH : formatFilter($filter.get())) : "";
  const isOurs = ["", SCREEN_HASH].includes(location.hash) || LIST_HASH.test(location.hash);
  if (isOurs && hash !== location.hash)
    history.replaceState(history.state, "", hash || location.pathname + location.search);
}

/** If the address has no filter, a button opened the list, which keeps the filter that it had. */
function followAddress(): void {
  if (location.hash === PRACTICE_HASH) $isPractising.set(true);
  else if (LIST_HASH.test(location.hash)) showFilter(readFilter(location.hash));
  writeAddress();
}

/** The person edited the address, or went back or forward: without a filter it means the whole list. */
function followHash(): void {
  if (location.hash === "" && isListShown()) showFilter(null);
  if (location.hash === SCREEN_HASH) $isPractising.set(false);
  followAddress();
}

function showFilter(filter: ListFilter | null): void {
  $isPractising.set(false);
  $filter.set(filter ?? NO_FILTER);
}

function isListShown(): boolean {
  return screenOf($view.get()) === "questions";
}

/** Follows the address while the list shows. Leaving it removes the filter from the address. */
onMount($filter, () => {
  followAddress();
  window.addEventListener("hashchange", followHash);
  // The screen may change before `hashchange` fires: read the address before writing it.
  const unbind = $view.listen((view, before) => {
    if (before && screenOf(view) !== screenOf(before)) followAddress();
  });
  return () => {
    window.removeEventListener("hashchange", followHash);
    unbind();
  };
});

/** The states by which the list can be filtered, each with its name and its sign. */
export const LIST_STATES = {
  due: { name: "Due", sign: "due" },
  new: { name: "New", sign: "new" },
  practised: { name: "Practised", sign: "learning" },
} as const;
export type ListState = keyof typeof LIST_STATES;

const isListState = (text: string): text is ListState => Object.hasOwn(LIST_STATES, text);

export interface ListFilter {
  readonly search: string;
  readonly tags: readonly string[];
  /** Null for all. */
  readonly state: ListState | null;
  readonly difficulty: Difficulty | null;
}

/** `#q=two+sum&tag=array&state=due`; empty for no filter. */
export function formatFilter({ search, tags, state, difficulty }: ListFilter): string {
  const words = wordsOf(search);
  const named = tags.map((tag) => ["tag", tag]);
  if (words !== "") named.unshift(["q", words]);
  if (state !== null) named.push(["state", state]);
  if (difficulty !== null) named.push(["difficulty", difficulty.toLowerCase()]);
  return named.length === 0 ? "" : `#${new URLSearchParams(named)}`;
}

/** Null if the hash is no filter. */
export function readFilter(hash: string): ListFilter | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const state = parameters.get("state") ?? "";
  const filter = {
    search: parameters.get("q") ?? "",
    tags: [...new Set(parameters.getAll("tag"))].filter((tag) => tag.trim() !== ""),
    state: isListState(state) ? state : null,
    difficulty: readDifficulty(parameters.get("difficulty") ?? ""),
  };
  return formatFilter(filter) === "" ? null : filter;
}

export const wordsOf = (search: string) => search.trim().replace(/\s+/g, " ");
