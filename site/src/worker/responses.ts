import { type Build, cacheName, staleCaches } from "./strategies.ts";

/** How long the network may take before a kept copy is good enough. */
const DEADLINE_MS = 3_000;

/** Takes over a build whole or not at all. */
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

/** An answer, and what is to be kept of it when the page has it. */
export interface Served {
  readonly answer: Promise<Response>;
  readonly keeping: Promise<unknown>;
}

/**
 * The kept page belongs to this build's assets, so that of another build never takes its place; the same page does,
 * because the headers that came with it may be new.
 */
export function servePage(build: Build, request: Request): Served {
  // Asked anew: passed on by a worker, the visit of a link on another site no longer looks like a visit to the server.
  // The browser itself goes where a redirect leads.
  const own = new Request(request.url, { redirect: "manual" });
  return serve(build, own, "/", async (fresh, kept) => (await fresh.text()) === (await kept?.text()));
}

export function serveFile(build: Build, request: Request): Served {
  return serve(build, request, new URL(request.url).pathname, async () => true);
}

/** Names of assets hold a hash of their contents, so any build's will do. */
export function serveAsset(_build: Build, request: Request): Served {
  const answer = caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request));
  return { answer, keeping: Promise.resolve() };
}

type Decision = (fresh: Response, kept: Response | undefined) => Promise<boolean>;

function serve({ version }: Build, request: Request, key: string, shallKeep: Decision): Served {
  const fresh = fetch(request);
  const readCached = async () => (await caches.open(cacheName(version))).match(key, { ignoreVary: true });
  // Taken at once: the page may have read the answer itself a moment later.
  const copy = fresh.then((response) => (response.ok && !response.redirected ? response.clone() : null));
  const keeping = copy.then(async (response) => {
    if (response === null || !(await shallKeep(response.clone(), await readCached()))) return;
    const cache = await caches.open(cacheName(version));
    await cache.put(key, response);
  });
  return { answer: networkFirst(fresh, readCached), keeping: keeping.catch(() => {}) };
}

async function networkFirst(
  fresh: Promise<Response>,
  readCached: () => Promise<Response | undefined>,
): Promise<Response> {
  const good = fresh.then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  );
  const late = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS)).then(readCached);
  return (await Promise.race([good, late])) ?? (await readCached()) ?? fresh;
}
