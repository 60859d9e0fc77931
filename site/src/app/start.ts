import type { Config } from "@dailyleet/core";
// In the page's own file, because the sign-in screen and the part for a person both need these.
import "../replica/browserCache.ts";
import "../replica/indexedDbOutbox.ts";
import "../ui/report.ts";
import "./statusText.ts";
import { firstPaint, idle, quiet } from "../ui/wait.ts";
import { $signedIn, loadSignedIn } from "./person.ts";
import { registerWorker } from "./serviceWorker.ts";
import { $session, expectPerson, keptPerson, personOf, type Session, watchSession } from "./session.ts";
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
  $session.listen((session) => void follow(session));
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
  if (persisted && keptPerson()?.uid !== personOf($session.get())?.uid) location.reload();
}

async function follow(session: Session): Promise<void> {
  const setup = $setup.get();
  if (setup.status !== "ready") return;
  const person = personOf(session);
  if (person === null) return $signedIn.get()?.disconnect();
  const part = $signedIn.get() ?? (await loadSignedIn());
  if ($session.get() !== session) return;
  if (part === null) return $setup.set({ status: "unusable", reason: "unreachable" });
  if (part.isConnected(person.uid)) return;
  part.connect(setup.config, person.uid);
  $signedIn.set(part);
  followExport(setup.config, person.uid);
}

function followExport(config: Config, uid: string): void {
  if (!config.local) return;
  const loaded = quiet().then(() => import("../data/followExportAge.ts"));
  loaded.then(({ followExportAge }) => followExportAge(uid)).catch(() => {});
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
