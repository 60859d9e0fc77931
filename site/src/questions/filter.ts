import { counted, screenOf } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $view, FILTER_HASH } from "../app/view.ts";
import type { Practice } from "../practice/practice.ts";
import { ALL_CAUGHT_UP, isListState, type ListState, LOADING, nextDueText, STATE_NAMES } from "../practice/wording.ts";
import type { QuestionList } from "./questions.ts";

export const NO_FILTER: ListFilter = { search: "", tags: [], state: null };

/**
 * What the question list is narrowed to. It stands in the address while the list shows, so that it can be shared; leaving
 * the list takes it out.
 */
export const $filter = atom<ListFilter>(NO_FILTER);

export function setSearch(search: string): void {
  setFilter({ ...$filter.get(), search });
}

export function addTag(tag: string): void {
  const filter = $filter.get();
  if (tag !== "" && !filter.tags.includes(tag)) setFilter({ ...filter, tags: [...filter.tags, tag] });
}

export function removeTag(tag: string): void {
  const filter = $filter.get();
  setFilter({ ...filter, tags: filter.tags.filter((other) => other !== tag) });
}

export function chooseState(state: ListState | null): void {
  setFilter({ ...$filter.get(), state });
}

export function clearFilter(): void {
  setFilter(NO_FILTER);
}

function setFilter(filter: ListFilter): void {
  $filter.set(filter);
  writeAddress();
}

function writeAddress(): void {
  const hash = isListShown() ? formatFilter($filter.get()) : "";
  const isOurs = location.hash === "" || FILTER_HASH.test(location.hash);
  if (isOurs && hash !== location.hash)
    history.replaceState(history.state, "", hash || location.pathname + location.search);
}

/** An address without a filter leaves the list as it was: a button has opened it. */
function followAddress(): void {
  if (FILTER_HASH.test(location.hash)) $filter.set(readFilter(location.hash) ?? NO_FILTER);
  writeAddress();
}

/** Somebody has edited the address, or went back or forward: without a filter it is that of the whole list. */
function followHash(): void {
  if (location.hash === "" && isListShown()) $filter.set(NO_FILTER);
  followAddress();
}

function isListShown(): boolean {
  return screenOf($view.get()) === "questions";
}

/** Followed while somebody looks at the list, and for a moment after it: leaving it takes the filter out. */
onMount($filter, () => {
  followAddress();
  window.addEventListener("hashchange", followHash);
  // Within the list the address comes a moment later, and is not written before it is read.
  const unbind = $view.listen((view, before) => {
    if (before && screenOf(view) !== screenOf(before)) followAddress();
  });
  return () => {
    window.removeEventListener("hashchange", followHash);
    unbind();
  };
});

/** What the question list is narrowed to. */
export interface ListFilter {
  readonly search: string;
  readonly tags: readonly string[];
  /** Null for all. */
  readonly state: ListState | null;
}

/** `#q=two+sum&tag=array&state=due`; empty for no filter. */
export function formatFilter({ search, tags, state }: ListFilter): string {
  const words = search.trim().replace(/\s+/g, " ");
  const named = tags.map((tag) => ["tag", tag]);
  if (words !== "") named.unshift(["q", words]);
  if (state !== null) named.push(["state", state]);
  return named.length === 0 ? "" : `#${new URLSearchParams(named)}`;
}

/** Null for a hash that is no filter. */
export function readFilter(hash: string): ListFilter | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const state = parameters.get("state");
  const filter = {
    search: parameters.get("q") ?? "",
    tags: [...new Set(parameters.getAll("tag"))].filter((tag) => tag.trim() !== ""),
    state: isListState(state) ? state : null,
  };
  return formatFilter(filter) === "" ? null : filter;
}

/** How many questions the list shows, or why it shows none. */
export function summary(list: QuestionList, filter: ListFilter, found: number, practice: Practice | null): string {
  const { status, questions, keptAt } = list;
  if (status === "loading") return "Loading the questions…";
  if (status === "failed") return "The questions didn't load.";
  if (filter.state !== null && practice === null) return LOADING;
  if (found === 0 && isOnlyDue(filter)) return nothingDue(practice);
  const all = counted(questions.length, "question");
  const count = found === questions.length ? all : `${found} of ${all}`;
  return keptAt === null ? count : `${count}, as of ${longDate(keptAt)}`;
}

/** '12 of 75 practised · 4 due' */
export function practisedText({ summary: { practised, total, due } }: Practice): string {
  return `${practised} of ${total} practised · ${due} due`;
}

/** Which filter it is that nothing passes, or the good news that nothing is due. */
export function emptyText(filter: ListFilter): string {
  if (isOnlyDue(filter)) return ALL_CAUGHT_UP;
  const { search, tags, state } = filter;
  const asked = [...tags.map((tag) => `the tag "${tag}"`), ...(state === null ? [] : [`"${STATE_NAMES[state]}"`])];
  const words = search.trim().replace(/\s+/g, " ");
  if (words !== "") asked.unshift(`"${words}"`);
  return `No questions match ${new Intl.ListFormat("en").format(asked)}.`;
}

function isOnlyDue({ search, tags, state }: ListFilter): boolean {
  return state === "due" && search.trim() === "" && tags.length === 0;
}

function nothingDue(practice: Practice | null): string {
  return `Nothing is due today. ${practice ? nextDueText(practice) : ""}`.trimEnd();
}

function longDate(epochMs: number): string {
  return new Date(epochMs).toLocaleDateString("en", { dateStyle: "long" });
}
