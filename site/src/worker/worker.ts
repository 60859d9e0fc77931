import { dropStale, install, serveAsset, serveFile, servePage } from "./responses.ts";
import type { Route, WorkerScope } from "./scope.ts";
import { type Build, strategyOf } from "./strategies.ts";

/** Put in by the build. */
declare const BUILD: Build;

const scope = self as unknown as WorkerScope;
/**
 * What need not wait for a worker to start. The page is asked for twice: the browser takes the first answer, and the
 * worker's keeps the copy and has the deadline.
 */
const ROUTES: readonly Route[] = [
  { condition: { urlPattern: { pathname: "/_astro/*" } }, source: "cache" },
  { condition: { urlPattern: { pathname: "/" }, requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
];
const SERVE = { page: servePage, file: serveFile, asset: serveAsset };

// A new worker need not wait for the last tab: what an open page still loads is in the cache that it leaves alone.
scope.addEventListener("install", (event) => {
  event.waitUntil(install(BUILD).then(() => scope.skipWaiting()));
  if (event.addRoutes) event.waitUntil(event.addRoutes(ROUTES));
});
scope.addEventListener("activate", (event) => event.waitUntil(dropStale(BUILD).then(() => scope.clients.claim())));

// Asked by a page that is not its own.
scope.addEventListener("message", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const strategy = strategyOf(event.request, location.origin, BUILD.files);
  if (strategy === null) return;
  const { answer, keeping } = SERVE[strategy](BUILD, event.request);
  event.respondWith(answer);
  event.waitUntil(keeping);
});
