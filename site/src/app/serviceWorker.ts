import { quiet } from "../ui/wait.ts";

/**
 * Lets the page open without network from the second visit on. The worker fetches the whole site, so it begins when the
 * page has what the person looks at.
 */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await quiet();
  // A browser that keeps no data has no workers either.
  await navigator.serviceWorker?.register("/sw.js").catch(() => {});
}
