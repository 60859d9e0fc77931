import { isListState, type ListState } from "../practice/states.ts";

/** What the question list is narrowed to. */
export interface ListFilter {
  readonly search: string;
  readonly tags: readonly string[];
  /** Null for all. */
  readonly state: ListState | null;
}

export const NO_FILTER: ListFilter = { search: "", tags: [], state: null };

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
