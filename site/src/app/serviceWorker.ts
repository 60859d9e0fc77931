import { quiet } from "../ui/wait.ts";

/**
 * Lets the page open without network from the second visit on. The worker fetches the whole site, so it begins when the
 * page has what the person looks at.
 */
export async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // A browser that keeps no data has no workers either.
  if (import.meta.env.DEV || !workers) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await quiet();
  await workers.register("/sw.js").catch(() => {});
  // A page that was on its way here when the worker began, as after a sign-in, is not the worker's yet.
  if (!workers.controller) (await workers.ready).active?.postMessage(null);
}
