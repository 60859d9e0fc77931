import type { Config } from "@dailyleet/core";
import { $connection, connect, disconnect } from "../replica/connection.ts";
import { firstPaint, idle } from "../ui/wait.ts";
import { registerWorker } from "./serviceWorker.ts";
import { $session, expectPerson, keptPerson, watchSession } from "./session.ts";
import { $setup, expectSetup, loadSetup } from "./setup.ts";
import { watchToday } from "./today.ts";
import { followAddress, followHistory } from "./view.ts";

/** Brings the page to life: who is signed in decides what is loaded. */
export async function start(): Promise<void> {
  registerWorker();
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
  const loading = loadFirebase();
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
  if (config.local)
    void import("../data/followExportAge.ts").then(({ followExportAge }) => followExportAge(uid)).catch(() => {});
}

/**
 * The largest part of the page, and not needed to paint it, nor to show the calendar of an expected person. Who is not
 * expected sees the sign-in screen most likely, so that comes beside it and not after it.
 */
async function loadFirebase() {
  await firstPaint();
  if ($session.get().status === "signed-in") await idle();
  else void import("./Gate.tsx").catch(() => {});
  return import("./firebase.ts").catch(() => null);
}
