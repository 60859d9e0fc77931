/** One build of the site. */
export interface Build {
  /** A hash of everything in it. */
  readonly version: string;
  /** The address of each file; the page itself is `/`. */
  readonly files: readonly string[];
}

/**
 * How a request is answered: the page from the network unless that is slow, hashed assets from the cache, any other
 * file from the network with the kept one as a fallback.
 */
export type Strategy = "page" | "asset" | "file";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

const CONFIG = "/dailyleet.json";

/** Null for what is none of the worker's business: the database, the sign-in, other hosts, everything that writes. */
export function strategyOf({ method, url, mode }: Asked, origin: string, files: readonly string[]): Strategy | null {
  const address = new URL(url);
  if (method !== "GET" || address.origin !== origin) return null;
  const { pathname } = address;
  if (mode === "navigate") return pathname === "/" ? "page" : null;
  if (pathname.startsWith("/_astro/")) return "asset";
  return pathname === CONFIG || (pathname !== "/" && files.includes(pathname)) ? "file" : null;
}

const PREFIX = "dailyleet/";

export function cacheName(version: string): string {
  return PREFIX + version;
}

/**
 * The caches that can go when this version takes over, of all names in the order in which they were made. The last one
 * before it stays: a tab that was opened with that version may still load parts of it.
 */
export function staleCaches(names: readonly string[], version: string): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName(version));
  return others.slice(0, -1);
}
