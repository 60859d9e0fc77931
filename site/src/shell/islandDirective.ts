import type { ClientDirective } from "astro";

/**
 * `client:signed-in` hydrates an island at once, `client:signed-in="idle"` when the page is idle. Both wait while the
 * sign-in screen shows, which needs neither React nor the islands.
 */
const signedIn: ClientDirective = (load, { value }) => {
  const hydrate = async () => (await load())();
  const begin =
    value !== "idle" || !window.requestIdleCallback ? hydrate : () => requestIdleCallback(hydrate, { timeout: 1000 });
  if (document.documentElement.dataset.gate === undefined) begin();
  else addEventListener("dailyleet:signed-in", begin, { once: true });
};

export default signedIn;
