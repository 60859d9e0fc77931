import type { Config } from "@dailyleet/core";
import { prepareQuestions } from "../questions/prepareQuestions.ts";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { drawn, firstPaint, idle } from "../ui/wait.ts";
import { registerWorker } from "./serviceWorker.ts";
import { $session, expectPerson, keptPerson, watchSession } from "./session.ts";
import { $setup, expectSetup, loadSetup } from "./setup.ts";
import { watchToday } from "./today.ts";
import { $view, followAddress, followHistory, shownScreen } from "./view.ts";

/** Brings the page to life: who is signed in decides what is loaded. */
export async function start(): Promise<void> {
  void registerWorker();
  watchToday();
  followAddress();
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("popstate", followHistory);
  window.addEventListener("pageshow", checkRestored);
  $session.listen((session) => {
    const setup = $setup.get();
    if (setup.status !== "ready") return;
    if (session.status === "signed-in") enter(setup.config, session.person.uid);
    else disconnect();
  });
  expectSetup();
  if ($setup.get().status === "ready") expectPerson();
  const loading = loadFirebase(prepareView());
  const setup = await loadSetup();
  if (setup.status !== "ready") return;
  const { config } = setup;
  const firebase = await loading;
  if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
  else watchSession(firebase.openAccess(config));
}

/** A page from the back/forward cache shows whom it showed when it was left; it begins anew where that is not so any more. */
function checkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted && keptPerson()?.uid !== $connection.get()?.uid) location.reload();
}

function enter(config: Config, uid: string): void {
  if ($connection.get()?.uid === uid) return;
  connect(config, uid);
  // After the calendar is painted, which the reading of that part would hold up.
  if (config.local) {
    const part = drawn().then(() => import("../data/followExportAge.ts"));
    void part.then(({ followExportAge }) => followExportAge(uid)).catch(() => {});
  }
}

/** The calendar is there; the list of questions is asked for at once where the address opens it. */
async function prepareView(): Promise<void> {
  if (shownScreen($setup.get(), $session.get(), $view.get()) === "questions") await prepareQuestions().then(drawn);
}

/**
 * The largest part of the page, and not needed to paint it, nor to show an expected person their view: that comes first.
 * Who is not expected sees the sign-in screen most likely, so that comes beside it and not after it.
 */
async function loadFirebase(view: Promise<void>) {
  await firstPaint();
  if ($session.get().status === "signed-in") await view.then(idle);
  else void import("./Gate.tsx").catch(() => {});
  return import("./firebase.ts").catch(() => null);
}
