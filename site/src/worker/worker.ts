import { dropStale, install, serveAsset, serveFile, servePage } from "./responses.ts";
import type { WorkerScope } from "./scope.ts";
import { type Build, strategyOf } from "./strategies.ts";

/** Put in by the build. */
declare const BUILD: Build;

const scope = self as unknown as WorkerScope;
const SERVE = { page: servePage, file: serveFile, asset: serveAsset };

// A new worker need not wait for the last tab: what an open page still loads is in the cache that it leaves alone.
scope.addEventListener("install", (event) => event.waitUntil(install(BUILD).then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) => event.waitUntil(dropStale(BUILD).then(() => scope.clients.claim())));

scope.addEventListener("fetch", (event) => {
  const strategy = strategyOf(event.request, location.origin, BUILD.files);
  if (strategy === null) return;
  const { answer, keeping } = SERVE[strategy](BUILD, event.request);
  event.respondWith(answer);
  event.waitUntil(keeping);
});
