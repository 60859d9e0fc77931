import { isSiteConfig } from "../session/siteConfig.ts";

/** One build of the site. */
export interface Build {
  /** A hash of the files' names and contents. */
  readonly version: string;
  /** The address of each file; the page itself is `/`. */
  readonly files: readonly string[];
}

/**
 * How a request is answered: hashed assets from the cache; the page and any other file from the network, or from the
 * cache if the network fails or is slow.
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

/** Caches all files of a build, or none. A host that answers a missing file with a page counts as a failure. */
export async function install({ version, files }: Build): Promise<void> {
  const cache = await caches.open(cacheName(version));
  const keep = async (file: string) => {
    const response = await fetch(new URL(file, location.origin), { cache: "no-cache" });
    const isWhole = (await isExpected(file, response)) && (file !== "/" || (await belongs(response.clone(), files)));
    if (!isWhole) throw new TypeError(`${file} is not as expected`);
    await cache.put(file, response);
  };
  try {
    await Promise.all(files.map(keep));
  } catch (error) {
    await caches.delete(cacheName(version));
    throw error;
  }
}

/** Whether every asset that the page names is of this build. */
async function belongs(page: Response, files: readonly string[]): Promise<boolean> {
  const assets = (await page.text()).match(/\/_astro\/[\w.-]+/g) ?? [];
  return assets.length > 0 && assets.every((asset) => files.includes(asset));
}

/** Content types by file extension. Hosts don't agree on the types of other files. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /^text\/css\b/,
  jpg: /^image\//,
  png: /^image\//,
  svg: /^image\//,
};

/** Whether a response is the file: portals, filters and some hosts answer any address with a page of their own. */
async function isExpected(path: string, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false;
  const type = response.headers.get("Content-Type") ?? "";
  const isHtml = /^(text\/html|application\/xhtml)/i.test(type);
  if (path === "/" || isHtml) return path === "/" && isHtml;
  const extension = path.slice(path.lastIndexOf(".") + 1);
  if (!(TYPES[extension] ?? /^/).test(type)) return false;
  const text = () => response.clone().text();
  if (path === CONFIG) return isSiteConfig(await text());
  if (extension === "webmanifest") return (await text()).trimStart().startsWith("{");
  if (extension === "json") return (await text()).startsWith('{"questions":');
  return true;
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

/**
 * Caches a response only if its text is this build's page, because the cached page must match the cached assets; its
 * headers may be new. Shows another page as well: it may be a network's sign-in page or a newer build's page.
 */
export function servePage(build: Build, request: Request): Served {
  // A new request: the server would not take a forwarded one for a navigation. The browser follows redirects.
  const own = new Request(request.url, { redirect: "manual" });
  const isShown = async (fresh: Response) => fresh.type === "opaqueredirect" || isExpected("/", fresh);
  return serve(build, own, "/", isShown, async (fresh, cached) => (await fresh.text()) === (await cached?.text()));
}

export function serveFile(build: Build, request: Request): Served {
  const { pathname } = new URL(request.url);
  return serve(build, request, pathname, (fresh) => isExpected(pathname, fresh));
}

/** Asset names contain a hash of the contents, so the cache of any build will do. */
export function serveAsset(_build: Build, request: Request): Served {
  const answer = caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request));
  return { answer, keeping: Promise.resolve() };
}

/** Prefers the fresh response if `isAnswer` accepts it; else the cached one. Caches an answer that `isSame` accepts. */
function serve(
  { version }: Build,
  request: Request,
  key: string,
  isAnswer: (fresh: Response) => Promise<boolean>,
  isSame: (fresh: Response, cached: Response | undefined) => Promise<boolean> = async () => true,
): Served {
  const readCached = async () => (await caches.open(cacheName(version))).match(key, { ignoreVary: true });
  const fresh = fetch(request);
  // Cloned before the page reads the body.
  const good = fresh.then(async (response) => ((await isAnswer(response)) ? [response, response.clone()] : []));
  const keeping = good.then(async ([, copy]) => {
    if (!copy?.ok || !(await isSame(copy.clone(), await readCached()))) return;
    await (await caches.open(cacheName(version))).put(key, copy);
  });
  const answer = good.then(([response]) => response).catch(() => undefined);
  return { answer: networkFirst(answer, readCached).then((found) => found ?? fresh), keeping: keeping.catch(() => {}) };
}

async function networkFirst(answer: Promise<Response | undefined>, readCached: () => Promise<Response | undefined>) {
  const late = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS)).then(readCached);
  return (await Promise.race([answer, late])) ?? (await readCached()) ?? (await answer);
}
