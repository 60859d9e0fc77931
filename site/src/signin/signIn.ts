import { codeOf, type DailyleetError, isDailyleetError, isRecord, signInFailed } from "@dailyleet/core";
import { atom } from "nanostores";
import { openBrowserDatabase } from "../replica/indexedDb.ts";
import type { Person } from "../session/firebase.ts";
import { access, pauseSession, restart, resumeSession, storePerson } from "../session/session.ts";
import { $setup, $siteConfig } from "../session/setup.ts";
import { within } from "../ui/wait.ts";
import { report } from "../view/status.ts";

export const $signInNote = atom("");
/** Whether the person has chosen an account or a profile; the sign-in then ends by itself. */
export const $hasChosen = atom(false);

/** A blocked frame, or a network that drops packets, never answers. */
const ANSWER_TIMEOUT_MS = 120_000;
/** Safari lets a page open a window for a second after a press, other browsers for five. */
const PRESS_MS = 1_000;

/** Whether a press waits for the configuration, the SDK or Google's script. */
let isWaiting = false;

/** Opens the sign-in window, so it must be called from a click, made at `pressed`. Success reloads the page. */
export async function signIn(pressed = performance.now()): Promise<void> {
  // The first press still waits to open the window; this press renews the browser's permission for it.
  if (isWaiting || $hasChosen.get()) return;
  pauseSession();
  $signInNote.set("Signing in…");
  try {
    if ($setup.get().status === "loading") await waitFor(setupDone());
    // The screen says why.
    if ($setup.get().status === "unusable") return;
    const person = await ($siteConfig.get().local ? signInLocally(pressed) : signInWithGoogle(pressed));
    $hasChosen.set(person !== null);
    $signInNote.set(person === null ? pressAgain() : "");
    if (person !== null && (await canKeepData())) {
      storePerson(person);
      return restart();
    }
  } catch (error) {
    const fault = signInFault(error);
    report("Error during Google sign-in", fault);
    $signInNote.set(fault.message);
  }
  $hasChosen.set(false);
  resumeSession();
}

/** Loads Google's script before the press. A failure shows at the press. */
export async function prepareSignIn(): Promise<void> {
  await access.then((opened) => opened.prepareWindow()).catch(() => {});
}

const withTimeout = <T>(work: Promise<T>, sentence = NO_ANSWER): Promise<T> =>
  within(ANSWER_TIMEOUT_MS, work, () => signInFailed(sentence));

async function waitFor<T>(work: Promise<T>): Promise<T> {
  isWaiting = true;
  return withTimeout(work, UNREACHABLE).finally(() => {
    isWaiting = false;
  });
}

const setupDone = () =>
  new Promise<void>((resolve) => {
    const stop = $setup.listen(() => {
      stop();
      resolve();
    });
  });

const isLate = (pressed: number) => performance.now() - pressed > PRESS_MS;

/** Null when the press was too long ago to open the window. */
async function signInLocally(pressed: number): Promise<Person | null> {
  const opened = openProfileWindow();
  if (opened === null) {
    if (isLate(pressed)) return null;
    throw signInFailed(BLOCKED);
  }
  const [credential, { withCredential }] = await withTimeout(Promise.all([credentialOf(opened), access]));
  return withCredential(credential);
}

/** As `signInLocally`. */
async function signInWithGoogle(pressed: number): Promise<Person | null> {
  const { withPopup } = await waitFor(
    access.then(async (opened) => {
      await opened.prepareWindow();
      return opened;
    }),
  );
  if (navigator.userActivation?.isActive === false) return null;
  const wasLate = isLate(pressed);
  return withTimeout(withPopup()).catch((error) => {
    if (wasLate && codeOf(error) === "auth/popup-blocked") return null;
    throw error;
  });
}

/** Without storage a reload would forget the sign-in. */
function canKeepData(): Promise<boolean> {
  return openBrowserDatabase().then(
    () => true,
    () => false,
  );
}

const NO_ANSWER = "The sign-in window didn't answer for two minutes; close it and try again.";
const pressAgain = () =>
  `${$siteConfig.get().local ? "The" : "Google's"} window is ready now: press 'Sign in with Google' again.`;

const UNREACHABLE = "The sign-in service can't be reached; check your connection and try again.";

const BLOCKED = "Your browser blocked the sign-in window; allow pop-ups for this page and try again.";
const CLOSED = "The sign-in window was closed before you signed in; try again.";

/** Codes of the Firebase SDK; source: https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
const SENTENCES: Readonly<Record<string, string>> = {
  "auth/popup-blocked": BLOCKED,
  "auth/popup-closed-by-user": CLOSED,
  "auth/cancelled-popup-request": CLOSED,
  "auth/user-cancelled": "Google sign-in was cancelled; try again and allow access.",
  "auth/network-request-failed": UNREACHABLE,
  "auth/timeout": UNREACHABLE,
  // The script that opens the window did not load.
  "auth/internal-error": UNREACHABLE,
  "auth/unauthorized-domain":
    "Sign-in isn't allowed from this address; add it to the authorized domains of the Firebase project.",
  "auth/operation-not-allowed": "Google sign-in is turned off; turn it on in the Firebase project.",
  "auth/user-disabled": "This account is disabled; ask whoever runs this site.",
};

/** One sentence for a failed sign-in; the SDK's own error may hold data that must not reach the console. */
export function signInFault(error: unknown): DailyleetError {
  if (isDailyleetError(error)) return error;
  const code = codeOf(error);
  const sentence = SENTENCES[code] ?? "Sign-in failed; try again.";
  const isKnown = /^auth\/[a-z-]{1,60}$/.test(code);
  return signInFailed(isKnown ? `${sentence} (${code})` : sentence);
}

/** The local server's window with the computer's profiles, opened from a click; null where the browser blocks it. */
export const openProfileWindow = () => window.open("/signin", "dailyleet-signin", FEATURES);

const FEATURES = "popup,width=480,height=640";
const CLOSED_CHECK_MS = 300;

/** The credential that the window posts. Rejects when the person closes the window. */
export function credentialOf(opened: Window): Promise<string> {
  const over = new AbortController();
  const answer = new Promise<string>((resolve, reject) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== opened) return;
      const { data } = event;
      if (isRecord(data) && data.type === "dailyleet:signin" && typeof data.credential === "string") {
        $hasChosen.set(true);
        resolve(data.credential);
      }
    };
    window.addEventListener("message", onMessage, { signal: over.signal });
    // A window that closed itself has posted its message, which may still be queued.
    const check = setInterval(
      () => opened.closed && setTimeout(() => reject(signInFailed(CLOSED)), CLOSED_CHECK_MS),
      CLOSED_CHECK_MS,
    );
    over.signal.addEventListener("abort", () => clearInterval(check));
  });
  return answer.finally(() => over.abort());
}
