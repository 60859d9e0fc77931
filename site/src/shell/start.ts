import { screenOf } from "@dailyleet/core";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { $session, restorePerson, type Session, storedPerson, watchSession } from "../session/session.ts";
import { $config, $setup, loadSetup, restoreSetup } from "../session/setup.ts";
import { followRootFont } from "../ui/rootFont.ts";
import { whenDrawn, whenIdle, whenQuiet } from "../ui/wait.ts";
import { watchToday } from "../view/today.ts";
import { $view, watchAddress } from "../view/view.ts";

/**
 * Brings the page to life. On a later visit, this browser has stored the configuration, and mostly the person and their
 * ticks: the first frame shows these, and the network is asked after that frame. On a first visit the configuration is
 * downloaded at once.
 */
export async function start(): Promise<void> {
  void registerWorker();
  followRootFont();
  window.addEventListener("pageshow", checkRestored);
  restoreSetup();
  watchToday();
  watchAddress();
  $session.listen(followSession);
  const isLaterVisit = $setup.get().status === "ready";
  if (isLaterVisit) restorePerson();
  const setupLoaded = isLaterVisit ? whenDrawn().then(loadSetup) : loadSetup();
  // Firebase is the largest chunk, and the first view does not need it.
  const firebaseLoaded = prepareView(setupLoaded)
    .then(whenDrawn)
    .then(whenIdle)
    .then(() => import("../session/firebase.ts"))
    .catch(() => null);
  // The sign-in screen says why the page can't work.
  if ((await setupLoaded).status !== "ready") return;
  if (!isLaterVisit) restorePerson();
  const firebase = await firebaseLoaded;
  if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
  else watchSession(firebase.openAccess($config.get()));
}

/** Connects the page to the ticks of the person who is signed in, or disconnects it. */
function followSession(session: Session): void {
  if (session.status !== "signed-in") disconnect();
  else if ($connection.get()?.uid !== session.person.uid) connect($config.get(), session.person.uid);
}

/** Reloads a page restored from the back/forward cache where another person is signed in now, or nobody. */
function checkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted && storedPerson()?.uid !== $connection.get()?.uid) location.reload();
}

/** Loads what the first view needs beyond the calendar: the sign-in screen, or the questions that the address names. */
async function prepareView(setupLoaded: Promise<unknown>): Promise<void> {
  if ($session.get().status !== "signed-in") {
    await import("../signin/Gate.tsx").catch(() => {});
    await setupLoaded;
  } else if (screenOf($view.get()) === "questions") await prepareQuestions();
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
  // The worker does not control a page that was loading when it started, as after a sign-in. Any message makes it do so.
  if (!workers.controller) (await workers.ready).active?.postMessage(null);
}
