import { createFirestore } from "@dailyleet/client";
import { type Config, createTickStore, LOCAL_PROJECT_ID, type TickStore } from "@dailyleet/core";
import { atom } from "nanostores";
import type { Access, Person } from "../lib/firebase.ts";
import { http } from "../lib/http.ts";

export type Session =
  /** Not yet known. */
  | { readonly status: "loading" }
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly person: Person };

export const $session = atom<Session>({ status: "loading" });

let access: Access | null = null;
/** What the SDK told while the page itself signs in: that ends with a reload, so nothing is to change before. */
let isPaused = false;
let news: Person | null | undefined;

export function watchSession(opened: Access): void {
  access = opened;
  opened.watch((person) => {
    if (isPaused) news = person;
    else setPerson(person);
  });
}

function setPerson(person: Person | null): void {
  const before = $session.get();
  // Another tab signed in as somebody else: nothing of the first person may stay in memory.
  if (before.status === "signed-in" && person && person.uid !== before.person.uid) location.reload();
  else $session.set(person ? { status: "signed-in", person } : { status: "signed-out" });
}

/** For signing in: the SDK, which the session does not follow until it is resumed. */
export function pauseSession(): Access | null {
  isPaused = true;
  return access;
}

export function resumeSession(): void {
  isPaused = false;
  if (news !== undefined) setPerson(news);
  news = undefined;
}

export async function signOut(): Promise<void> {
  await access?.signOut();
  location.reload();
}

/** The server refuses the person's tokens: as good as signed out, whatever the SDK believes. */
export function endSession(): void {
  $session.set({ status: "signed-out" });
}

/** The person's ticks in the deployment's database. */
export function openTickStore(config: Config, uid: string): TickStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : config.firebase?.projectId;
  if (access === null || projectId === undefined) throw new Error("nobody is signed in");
  const { idToken } = access;
  const documents = createFirestore({
    http,
    ...(config.local && { base: location.origin }),
    projectId,
    idToken: (fresh) => idToken(uid, fresh),
  });
  return createTickStore(documents, uid);
}
