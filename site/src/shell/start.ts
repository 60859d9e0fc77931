import { screenOf } from "@dailyleet/core";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { $session, expectPerson, type Session, storedPerson, watchSession } from "../session/session.ts";
import { $config, $setup, expectSetup, loadSetup } from "../session/setup.ts";
import { followRootFont } from "../ui/rootFont.ts";
import { whenDrawn, whenIdle, whenQuiet } from "../ui/wait.ts";
import { watchToday } from "../view/today.ts";
import { $view, watchAddress } from "../view/view.ts";

/**
 * Brings the page to life. The first frame shows what the last visit stored: the configuration, the person and, once
 * that person is connected, the ticks of the year. The network is asked when that frame has been painted.
 */
export async function start(): Promise<void> {
  void registerWorker();
  followRootFont();
  window.addEventListener("pageshow", checkRestored);
  expectSetup();
  watchToday();
  watchAddress();
  $session.listen(followSession);
  const isStored = $setup.get().status === "ready";
  if (isStored) expectPerson();
  const setup = isStored ? whenDrawn().then(loadSetup) : loadSetup();
  // Firebase is the largest chunk, and the first view does not need it.
  const loading = prepareView(setup)
    .then(whenDrawn)
    .then(whenIdle)
    .then(() => import("../session/firebase.ts"))
    .catch(() => null);
  if ((await setup).status !== "ready") return;
  if (!isStored) expectPerson();
  const firebase = await loading;
  if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
  else watchSession(firebase.openAccess($config.get()));
}

/** Connects the person who is signed in to their ticks. */
function followSession(session: Session): void {
  if (session.status !== "signed-in") disconnect();
  else if ($connection.get()?.uid !== session.person.uid) connect($config.get(), session.person.uid);
}

/** Reloads a page that the back/forward cache restores for a person who is no longer signed in. */
function checkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted && storedPerson()?.uid !== $connection.get()?.uid) location.reload();
}

/** Loads what the first view needs beyond the calendar: the sign-in screen, or the questions that the address names. */
async function prepareView(setup: Promise<unknown>): Promise<void> {
  if ($session.get().status !== "signed-in") {
    await import("../signin/Gate.tsx").catch(() => {});
    await setup;
  } else if (screenOf($view.get()) === "questions") await prepareQuestions();
}

/** Makes the page open without a network from the second visit on. The worker fetches the whole site, so it waits. */
async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Undefined in a browser that stores no data.
  if (import.meta.env.DEV || !workers) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await whenQuiet();
  await workers.register("/sw.js").catch(() => {});
  // A page that was loading when the worker started, as after a sign-in, is not under its control yet.
  if (!workers.controller) (await workers.ready).active?.postMessage(null);
}
