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
type Strategy = "page" | "asset" | "file";

type Asked = Readonly<Record<"method" | "url" | "mode", string>>;

const CONFIG = "/dailyleet.json";

/** Null for requests that the worker leaves alone: the database, the sign-in, other hosts, writes. */
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
 * The caches to delete when this version takes over; `names` in order of creation. The previous version's cache stays,
 * because an open tab of that version may still load chunks from it.
 */
export function staleCaches(names: readonly string[], version: string): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName(version));
  return others.slice(0, -1);
}

/** How long the network may take before the cached response is used. */
const DEADLINE_MS = 3_000;

/** Caches all files of a build, or none. */
export async function install({ version, files }: Build): Promise<void> {
  const cache = await caches.open(cacheName(version));
  try {
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  } catch (error) {
    await caches.delete(cacheName(version));
    throw error;
  }
}

export async function dropStale({ version }: Build): Promise<void> {
  const names = staleCaches(await caches.keys(), version);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** A response, and the caching that continues after it. */
interface Served {
  readonly answer: Promise<Response>;
  readonly keeping: Promise<unknown>;
}

/** Caches a response only if it is this build's page: the cached page belongs to this build's assets. Its headers may be new. */
export function servePage(build: Build, request: Request): Served {
  // A new request, because the server would take a forwarded one for no navigation. The browser follows redirects.
  const own = new Request(request.url, { redirect: "manual" });
  return serve(build, own, "/", async (fresh, kept) => (await fresh.text()) === (await kept?.text()));
}

export function serveFile(build: Build, request: Request): Served {
  return serve(build, request, new URL(request.url).pathname, async () => true);
}

/** Asset names contain a hash of the contents, so the cache of any build will do. */
export function serveAsset(_build: Build, request: Request): Served {
  const answer = caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request));
  return { answer, keeping: Promise.resolve() };
}

/** `isKept` decides whether a fresh response takes the place of the cached one. */
function serve(
  { version }: Build,
  request: Request,
  key: string,
  isKept: (fresh: Response, cached: Response | undefined) => Promise<boolean>,
): Served {
  const fresh = fetch(request);
  const readCached = async () => (await caches.open(cacheName(version))).match(key, { ignoreVary: true });
  // Clone at once, before the page reads the body.
  const copy = fresh.then((response) => (response.ok && !response.redirected ? response.clone() : null));
  const keeping = copy.then(async (response) => {
    if (response === null || !(await isKept(response.clone(), await readCached()))) return;
    const cache = await caches.open(cacheName(version));
    await cache.put(key, response);
  });
  return { answer: networkFirst(fresh, readCached), keeping: keeping.catch(() => {}) };
}

async function networkFirst(fresh: Promise<Response>, readCached: () => Promise<Response | undefined>) {
  const good = fresh.then((response) => (response.status < 500 ? response : undefined)).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS)).then(readCached);
  return (await Promise.race([good, late])) ?? (await readCached()) ?? fresh;
}
