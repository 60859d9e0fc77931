import { screenOf } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $view } from "../app/view.ts";
import type { ListState } from "../practice/states.ts";
import { formatFilter, type ListFilter, NO_FILTER, readFilter } from "./filterHash.ts";

/** What the question list is narrowed to. It stands in the address while the list shows, so that
 * it can be shared; leaving the list takes it out. */
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

function followAddress(): void {
  const filter = readFilter(location.hash);
  if (filter) $filter.set(filter);
}

function setFilter(filter: ListFilter): void {
  $filter.set(filter);
  writeAddress();
}

function writeAddress(): void {
  const isListShown = screenOf($view.get()) === "questions";
  const hash = isListShown ? formatFilter($filter.get()) : "";
  const isOurs = location.hash === "" || readFilter(location.hash) !== null;
  if (isOurs && hash !== location.hash)
    history.replaceState(history.state, "", hash || location.pathname + location.search);
}

/** Followed while somebody looks at the list, and for a moment after it: leaving it takes the filter out. */
onMount($filter, () => {
  // An address that opens the list is read before it is written: it may have another filter.
  const follow = () => {
    followAddress();
    writeAddress();
  };
  follow();
  window.addEventListener("hashchange", followAddress);
  const unbind = $view.listen(follow);
  return () => {
    window.removeEventListener("hashchange", followAddress);
    unbind();
  };
});
