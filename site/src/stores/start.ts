import type { Config } from "@dailyleet/core";
import { registerWorker } from "../lib/serviceWorker.ts";
import { countLeftBehind } from "./actions.ts";
import { connect, disconnect } from "./connection.ts";
import { $session, watchSession } from "./session.ts";
import { $setup, loadSetup } from "./setup.ts";
import { loadSheet } from "./sheet.ts";
import { watchToday } from "./today.ts";
import { followAddress } from "./view.ts";

/** Brings the page to life: who is signed in decides what is loaded. */
export async function start(): Promise<void> {
  registerWorker();
  watchToday();
  followAddress();
  window.addEventListener("hashchange", followAddress);
  const [setup, firebase] = await Promise.all([loadSetup(), loadFirebase()]);
  if (setup.status !== "ready") return;
  if (firebase === null) {
    $setup.set({ status: "unusable", reason: "unreachable" });
    return;
  }
  const { config } = setup;
  $session.listen((session) => {
    if (session.status === "signed-in") enter(config, session.person.uid);
    else exit();
  });
  watchSession(firebase.openAccess(config));
}

function enter(config: Config, uid: string): void {
  connect(config, uid);
  void loadSheet(config);
  if (config.local) void import("./exportAge.ts").then(({ followExportAge }) => followExportAge(uid)).catch(() => {});
}

function exit(): void {
  disconnect();
  void countLeftBehind();
}

/** The largest part of the page, and not needed to paint it. */
async function loadFirebase() {
  await firstPaint();
  return import("../lib/firebase.ts").catch(() => null);
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A tab in the background paints nothing.
    setTimeout(resolve, 1_000);
  });
}
