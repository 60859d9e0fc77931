import { $session, restorePerson, storedPerson, watchSession } from "../session/session.ts";
import { $setup, $siteConfig, loadSetup, restoreSetup, type Setup } from "../session/setup.ts";
import { followRootFont } from "../ui/rootFont.ts";
import { whenDrawn, whenIdle, whenQuiet } from "../ui/wait.ts";
import { watchToday } from "../view/today.ts";
import { $view, shownScreen, watchAddress } from "../view/view.ts";

let setupLoaded: Promise<Setup> | undefined;
let sessionOpened: Promise<void> | undefined;

/**
 * Brings the page to life. On a later visit, this browser has stored the configuration, and mostly the person and their
 * ticks: the first frame shows these, and the network is asked after that frame. On a first visit the configuration is
 * downloaded at once.
 */
export function start(): void {
  if (setupLoaded) return;
  void registerWorker();
  followRootFont();
  window.addEventListener("pageshow", checkRestored);
  restoreSetup();
  watchToday();
  watchAddress();
  const isLaterVisit = $setup.get().status === "ready";
  if (isLaterVisit) restorePerson();
  setupLoaded = isLaterVisit ? whenDrawn().then(loadSetup) : loadAll();
  for (const store of [$setup, $session, $view]) store.listen(followScreen);
  if (isGateShown()) openGate();
  followScreen();
  if (isGateShown()) void setupLoaded.then(whenDrawn).then(whenIdle).then(openSession);
}

async function loadAll(): Promise<Setup> {
  const setup = await loadSetup();
  if (setup.status === "ready") restorePerson();
  return setup;
}

/** Loads Firebase, the largest chunk, which no first view needs. */
export function openSession(): Promise<void> {
  sessionOpened ??= (async () => {
    const firebase = await import("../session/firebase.ts").catch(() => null);
    // The screen says why the page can't work.
    if ((await setupLoaded)?.status !== "ready") return;
    if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
    else watchSession(firebase.openAccess($siteConfig.get()));
  })();
  return sessionOpened;
}

/**
 * Shows or hides the sign-in screen by the root's `data-gate`. `GATE_SCRIPT` has set it in the page's head; it stays
 * until the page knows who is signed in.
 */
function followScreen(): void {
  const screen = shownScreen($setup.get(), $session.get(), $view.get());
  if (screen === "loading") return;
  const { dataset } = document.documentElement;
  if (screen === "sign-in" || screen === "prompt" || screen === "unusable") {
    const wasShown = isGateShown();
    dataset.gate = screen;
    if (!wasShown) openGate();
  } else if (isGateShown()) {
    delete dataset.gate;
    // The islands wait for this event (`islandDirective.ts`).
    dispatchEvent(new Event("dailyleet:signed-in"));
  }
}

const isGateShown = () => document.documentElement.dataset.gate !== undefined;

/** Separate chunk: a signed-in person never needs it. */
function openGate(): void {
  void import("../signin/gate.ts").then(
    (gate) => gate.openGate(openSession),
    () => {},
  );
}

/** Reloads a page restored from the back/forward cache where another person is signed in now, or nobody. */
function checkRestored({ persisted }: PageTransitionEvent): void {
  const session = $session.get();
  const uid = session.status === "signed-in" ? session.person.uid : undefined;
  if (persisted && storedPerson()?.uid !== uid) location.reload();
}

/**
 * Makes the page open without a network from the second visit on. The worker downloads the whole site, so the page
 * registers it when everything else is done.
 */
async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Undefined in a browser that stores no data.
  if (import.meta.env.DEV || !workers) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await whenQuiet();
  await workers.register("/sw.js").catch(() => {});
  // A worker controls no page that loaded while it started, as after a sign-in. Any message makes it claim the page.
  if (!workers.controller) (await workers.ready).active?.postMessage(null);
}
