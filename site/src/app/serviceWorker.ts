/** Lets the page open without network from the second visit on. Nothing else needs it, so it comes last. */
export function registerWorker(): void {
  if (import.meta.env.DEV) return;
  // A browser that keeps no data has no workers either.
  window.addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {}));
}
