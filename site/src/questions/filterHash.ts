/** What the question list is narrowed to. */
export interface ListFilter {
  readonly search: string;
  readonly tags: readonly string[];
}

export const NO_FILTER: ListFilter = { search: "", tags: [] };

/** `#q=two+sum&tag=array`; empty for no filter. */
export function formatFilter({ search, tags }: ListFilter): string {
  const words = search.trim().replace(/\s+/g, " ");
  const named = [...(words === "" ? [] : [["q", words]]), ...tags.map((tag) => ["tag", tag])];
  return named.length === 0 ? "" : `#${new URLSearchParams(named)}`;
}

/** Null for a hash that is no filter. */
export function readFilter(hash: string): ListFilter | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const filter = { search: parameters.get("q") ?? "", tags: [...new Set(parameters.getAll("tag"))] };
  return formatFilter(filter) === "" ? null : filter;
}
