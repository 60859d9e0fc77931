import { type Build, dropStale, install, serveAsset, serveFile, servePage, strategyOf } from "./strategies.ts";

/** Replaced by the build. */
declare const BUILD: Build;

const scope = self as unknown as WorkerScope;
/**
 * Routes that need not wait for the worker to start (https://w3c.github.io/ServiceWorker/#dictdef-routerrule). The page
 * is requested twice; the worker's request updates the cache.
 */
const ROUTES = [
  { condition: { urlPattern: { pathname: "/_astro/*" } }, source: "cache" },
  { condition: { urlPattern: { pathname: "/" }, requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
];
const SERVE = { page: servePage, file: serveFile, asset: serveAsset };

// A new worker takes over at once: the previous cache stays, and open tabs load their chunks from it.
scope.addEventListener("install", (event) => {
  event.waitUntil(install(BUILD).then(() => scope.skipWaiting()));
  if (event.addRoutes) event.waitUntil(event.addRoutes(ROUTES));
});
scope.addEventListener("activate", (event) => event.waitUntil(dropStale(BUILD).then(() => scope.clients.claim())));

// Sent by a page that no worker controls yet.
scope.addEventListener("message", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const strategy = strategyOf(event.request, location.origin, BUILD.files);
  if (strategy === null) return;
  const { answer, keeping } = SERVE[strategy](BUILD, event.request);
  event.respondWith(answer);
  event.waitUntil(keeping);
});

/**
 * The part of the worker's environment that is used. TypeScript's own types for service workers conflict with those for
 * pages, and one program checks both.
 */
interface WorkerScope {
  addEventListener(type: "install" | "activate" | "message", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface WorkerEvent extends Event {
  /** Keeps the worker running until `work` settles; an installation fails if `work` rejects. */
  waitUntil(work: Promise<unknown>): void;
  /** During installation: adds routes that the browser answers without starting the worker. Not in every browser. */
  addRoutes?(routes: readonly object[]): Promise<void>;
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
