import { screenOf } from "@dailyleet/core";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { removeCached, yearsPrefix } from "../replica/indexedDb.ts";
import {
  $session,
  access,
  expectPerson,
  pauseSession,
  restart,
  storedPerson,
  watchSession,
} from "../session/session.ts";
import { $config, $setup, expectSetup, loadSetup } from "../session/setup.ts";
import { followRootFont } from "../ui/rootFont.ts";
import { removeStored, STORED_PERSON, STORED_YEAR } from "../ui/stored.ts";
import { drawn, idle, quiet, wait } from "../ui/wait.ts";
import { watchToday } from "../view/today.ts";
import { $view, followAddress, followHistory, keepPlaces } from "../view/view.ts";

/** Brings the page to life: who is signed in decides what is loaded. */
export async function start(): Promise<void> {
  void registerWorker();
  followRootFont();
  expectSetup();
  watchToday();
  followAddress();
  keepPlaces();
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("popstate", followHistory);
  window.addEventListener("pageshow", checkRestored);
  $session.listen((session) => {
    if ($setup.get().status !== "ready") return;
    if (session.status !== "signed-in") disconnect();
    else if ($connection.get()?.uid !== session.person.uid) connect($config.get(), session.person.uid);
  });
  const isReady = $setup.get().status === "ready";
  if (isReady) expectPerson();
  // The stored configuration is good for the first frames.
  const reading = isReady ? drawn().then(loadSetup) : loadSetup();
  // Firebase is the largest chunk, and the first view does not need it.
  const loading = prepareView(reading)
    .then(drawn)
    .then(idle)
    .then(() => import("../session/firebase.ts"))
    .catch(() => null);
  const { status } = await reading;
  if (status !== "ready") return;
  if ($session.get().status === "loading") expectPerson();
  const firebase = await loading;
  if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
  else watchSession(firebase.openAccess($config.get()));
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

const LAST_SEND_MS = 3_000;

/** Signs out after a last attempt to send. The snapshots of the server's documents go; unsent changes stay. */
export async function signOut(): Promise<void> {
  // Else the SDK may report the person once more and bring them back.
  pauseSession();
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // Before the snapshots are removed, so that a late answer stores none.
    disconnect();
    removeStored(STORED_YEAR);
    await removeCached(yearsPrefix(uid));
  }
  removeStored(STORED_PERSON);
  await (await access).signOut();
  restart();
}

/** Makes the page open without a network from the second visit on. The worker fetches the whole site, so it waits. */
async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Undefined in a browser that stores no data.
  if (import.meta.env.DEV || !workers) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await quiet();
  await workers.register("/sw.js").catch(() => {});
  // The worker does not control yet a page that was already loading when it started, as after a sign-in.
  if (!workers.controller) (await workers.ready).active?.postMessage(null);
}
