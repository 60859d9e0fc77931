import { isRecord } from "@dailyleet/core";
import { atom } from "nanostores";
import { parseStored, removeStored, STORED_LAST, STORED_PERSON, storeText } from "../ui/stored.ts";
import type { Access, Person } from "./firebase.ts";

export type Session =
  | { readonly status: "loading" }
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly person: Person };

export const $session = atom<Session>({ status: "loading" });

/** Whether the person is the last visit's and not yet confirmed by the SDK. */
let isExpected = false;
/** While the page signs in or out, which ends with a reload, the session ignores the SDK. */
let isPaused = false;
/** The SDK's report during the pause. */
let reported: Person | null | undefined;

const { promise: access, resolve: resolveAccess } = Promise.withResolvers<Access>();

/** The SDK, once it has reported who is signed in. */
export { access };

/** Starts with the person of the last visit, or nobody: the SDK is large, and asks the network before it reports. */
export function restorePerson(): void {
  const person = storedPerson();
  isExpected = person !== null;
  if (person) $session.set({ status: "signed-in", person });
  else endSession();
}

/** The person of the last visit, or of another tab. */
export function storedPerson(): Person | null {
  const stored = parseStored(STORED_PERSON);
  if (!isRecord(stored)) return null;
  const { uid, name } = stored;
  return typeof uid === "string" && typeof name === "string" ? { uid, name } : null;
}

export function storePerson(person: Person): void {
  storeText(STORED_PERSON, JSON.stringify(person));
}

export function watchSession(opened: Access): void {
  opened.watch((person) => {
    resolveAccess(opened);
    if (isPaused) reported = person;
    else setPerson(person);
  });
}

function setPerson(person: Person | null): void {
  const before = $session.get();
  const isOther = before.status === "signed-in" && person !== null && person.uid !== before.person.uid;
  if (isOther || person === null) endSession();
  if (person !== null) {
    storePerson(person);
    $session.set({ status: "signed-in", person });
  }
  // Another tab signed in as somebody else: nothing of the first person may stay in memory.
  if (isOther && !isExpected) restart();
  isExpected = false;
}

export function pauseSession(): void {
  isPaused = true;
}

export function resumeSession(): void {
  isPaused = false;
  if (reported !== undefined) setPerson(reported);
  reported = undefined;
}

/** Reloads the page at the calendar, or where its address leads: after signing in or out. */
export function restart(): void {
  history.replaceState(null, "");
  location.reload();
}

/** Called as well when the server rejects the person's tokens, whatever the SDK reports. */
export function endSession(): void {
  removeStored(STORED_PERSON);
  removeStored(STORED_LAST);
  $session.set({ status: "signed-out" });
}
