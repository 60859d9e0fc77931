import { createFirestoreWithoutList } from "@dailyleet/client";
import { type Config, createPersonStoreWith, isRecord, LOCAL_PROJECT_ID, type PersonStore } from "@dailyleet/core";
import { atom } from "nanostores";
import { loadedYears } from "../replica/loadedYears.ts";
import { forgetCopy, keepCopy, PERSON_COPY, parseCopy, YEAR_COPY } from "../ui/localCopy.ts";
import { wait } from "../ui/wait.ts";
import type { Access, Person } from "./firebase.ts";
import { http } from "./http.ts";

export type Session =
  /** Not yet known. */
  | { readonly status: "loading" }
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly person: Person };

export const $session = atom<Session>({ status: "loading" });

/** Whether the session is who was signed in at the last visit, of which the SDK has not said anything yet. */
let isExpected = false;
/** What the SDK told while the page itself signs in: that ends with a reload, so nothing is to change before. */
let isPaused = false;
let news: Person | null | undefined;

let tellKnown: (access: Access) => void;
/** The SDK, as soon as it has said who is signed in. */
export const known = new Promise<Access>((resolve) => {
  tellKnown = resolve;
});

/** Begins with the person of the last visit, or nobody: the SDK is large, and asks the network before it says so. */
export function expectPerson(): void {
  const person = keptPerson();
  isExpected = person !== null;
  if (person) $session.set({ status: "signed-in", person });
  else endSession();
}

/** Who was signed in at the last visit, or is in another tab. */
export function keptPerson(): Person | null {
  const kept = parseCopy(PERSON_COPY);
  return isPerson(kept) ? kept : null;
}

export const keepPerson = (person: Person): void => keepCopy(PERSON_COPY, JSON.stringify(person));

function isPerson(value: unknown): value is Person {
  return isRecord(value) && typeof value.uid === "string" && typeof value.name === "string";
}

export function watchSession(access: Access): void {
  access.watch((person) => {
    tellKnown(access);
    if (isPaused) news = person;
    else setPerson(person);
  });
}

function setPerson(person: Person | null): void {
  const before = $session.get();
  const isOther = before.status === "signed-in" && person !== null && person.uid !== before.person.uid;
  if (isOther || person === null) endSession();
  if (person !== null) {
    keepPerson(person);
    $session.set({ status: "signed-in", person });
  }
  // Another tab signed in as somebody else: nothing of the first person may stay in memory.
  if (isOther && !isExpected) startAgain();
  isExpected = false;
}

/** For signing in and out: the session does not follow the SDK until it is resumed. */
export function pauseSession(): void {
  isPaused = true;
}

export function resumeSession(): void {
  isPaused = false;
  if (news !== undefined) setPerson(news);
  news = undefined;
}

export async function signOut(): Promise<void> {
  forgetCopy(PERSON_COPY);
  await (await known).signOut();
  startAgain();
}

/** After signing in or out the page begins at the calendar, or where its address leads, whatever was open before. */
export function startAgain(): void {
  history.replaceState(null, "");
  location.reload();
}

/** Nobody is signed in, or the server refuses the person's tokens, whatever the SDK believes. */
export function endSession(): void {
  forgetCopy(PERSON_COPY);
  forgetCopy(YEAR_COPY);
  $session.set({ status: "signed-out" });
}

/** The local server answers or is not there. The replica tries again by itself; until then the status says 'offline'. */
const httpOnce: typeof http = (call) => http({ ...call, retry: false });

/** The person's ticks in the deployment's database. */
export function openPersonStore(config: Config, uid: string): PersonStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : config.firebase?.projectId;
  if (projectId === undefined) throw new Error("no project");
  const options = {
    http,
    ...(config.local && { http: httpOnce, base: location.origin }),
    projectId,
    idToken: async (fresh?: boolean) => (await known).idToken(uid, fresh),
  };
  return createPersonStoreWith(createFirestoreWithoutList(options), uid, {
    ...loadedYears(options, uid),
    backoff: { wait, random: Math.random },
  });
}
