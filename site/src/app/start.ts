import type { Config } from "@dailyleet/core";
import { prepareQuestions } from "../questions/prepareQuestions.ts";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { drawn, idle } from "../ui/wait.ts";
import { registerWorker } from "./serviceWorker.ts";
import { $session, expectPerson, keptPerson, watchSession } from "./session.ts";
import { $setup, expectSetup, loadSetup } from "./setup.ts";
import { watchToday } from "./today.ts";
import { $view, followAddress, followHistory, keepPlaces, shownScreen } from "./view.ts";

/** Brings the page to life: who is signed in decides what is loaded. */
export async function start(): Promise<void> {
  void registerWorker();
  watchToday();
  followAddress();
  keepPlaces();
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
  const reading = loadSetup();
  // The largest part of the page, and not needed to show what it opens with: that comes first.
  const loading = prepareView(reading)
    .then(drawn)
    .then(idle)
    .then(() => import("./firebase.ts"))
    .catch(() => null);
  const setup = await reading;
  if (setup.status !== "ready") return;
  if ($session.get().status === "loading") expectPerson();
  const firebase = await loading;
  if (firebase === null) $setup.set({ status: "unusable", reason: "unreachable" });
  else watchSession(firebase.openAccess(setup.config));
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
    void drawn()
      .then(() => import("../data/followExportAge.ts"))
      .then(({ followExportAge }) => followExportAge(uid))
      .catch(() => {});
  }
}

/**
 * What the page opens with: the calendar is there; the list of questions is asked for at once where the address opens it,
 * and the sign-in screen where nobody is expected, beside the configuration.
 */
async function prepareView(setup: Promise<unknown>): Promise<void> {
  if ($session.get().status !== "signed-in") {
    await import("./Gate.tsx").catch(() => {});
    await setup;
  } else if (shownScreen($setup.get(), $session.get(), $view.get()) === "questions") await prepareQuestions();
}
