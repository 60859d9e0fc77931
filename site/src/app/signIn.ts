import { DailyleetError } from "@dailyleet/core";
import { atom } from "nanostores";
import { openDatabase } from "../replica/database.ts";
import { report } from "../ui/report.ts";
import { within } from "../ui/wait.ts";
import type { Person } from "./firebase.ts";
import { keepPerson, known, pauseSession, resumeSession } from "./session.ts";
import { $setup } from "./setup.ts";
import { signInFault } from "./signInFault.ts";
import { askForCredential } from "./signInWindow.ts";

/** Why the last attempt to sign in failed. */
export const $signInNote = atom("");

/** A window that may not be framed, or that the network holds back, gives no answer at all. */
const ANSWER_TIMEOUT_MS = 120_000;

/** Opens the sign-in window, so it must be called from a click. After success the page starts again. */
export async function signIn(): Promise<void> {
  pauseSession();
  $signInNote.set("");
  try {
    const person = await within(ANSWER_TIMEOUT_MS, openWindow(), noAnswer);
    if (await canKeepData()) {
      keepPerson(person);
      return location.reload();
    }
  } catch (error) {
    const fault = signInFault(error);
    report("Error during Google sign-in", fault);
    $signInNote.set(fault.message);
  }
  resumeSession();
}

async function openWindow(): Promise<Person> {
  const setup = $setup.get();
  if (setup.status === "ready" && setup.config.local) {
    const [credential, access] = await Promise.all([askForCredential(), known]);
    return access.withCredential(credential);
  }
  return (await known).withPopup();
}

/** Without storage a reload would forget the sign-in. */
function canKeepData(): Promise<boolean> {
  return openDatabase().then(
    () => true,
    () => false,
  );
}

const noAnswer = () =>
  new DailyleetError("signin-failed", "The sign-in window didn't answer for two minutes; close it and try again.");
