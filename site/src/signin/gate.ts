import { indexedDbOutbox, PERSON_KEY, readCached } from "../replica/indexedDb.ts";
import { $setup, $siteConfig, type Setup, type Unusable } from "../session/setup.ts";
import { canStore } from "../ui/stored.ts";
import { createLocalProbe } from "../view/localProbe.ts";
import { $notice, changesText } from "../view/status.ts";
import { $hasChosen, $signInNote, prepareSignIn, signIn } from "./signIn.ts";

let isAlive = false;

/**
 * Brings the static sign-in screen to life. `openSession` loads the SDK, at the latest when the person is about to
 * press the button.
 */
export function openGate(openSession: () => Promise<void>): void {
  void showUnsent();
  if (isAlive) return;
  isAlive = true;
  find(".slow").remove();
  find(".storage").hidden = canStore();
  find(".reason button").onclick = () => location.reload();
  const button = document.querySelector(".entry > button") as HTMLButtonElement;
  const prepare = () => {
    void openSession();
    void prepareSignIn();
  };
  for (const touch of ["pointerenter", "focus"]) button.addEventListener(touch, prepare, { once: true });
  const press = (time?: number) => {
    void signIn(time);
    void openSession();
  };
  const label = button.textContent;
  button.onclick = () => press();
  if (button.value) press(Number(button.value));
  $hasChosen.subscribe((hasChosen) => {
    button.textContent = hasChosen ? "Signing in…" : label;
  });
  $signInNote.subscribe(showNote);
  $notice.subscribe((notice) => {
    find(".notice").textContent = notice;
  });
  $setup.subscribe(showSetup);
}

const find = (selector: string) => document.querySelector(`.entry ${selector}`) as HTMLElement;

const SENTENCES = {
  unconnected:
    "This page isn't connected to a database yet: add a dailyleet.json with a 'firebase' section next to it, " +
    "as the deployment guide (docs/deploy.md) explains, or run 'dailyleet serve' on this computer.",
  unreachable: "Part of the page didn't load. Check your connection and try again.",
};

function showSetup(setup: Setup): void {
  if (setup.status === "loading") return;
  const { local = false } = $siteConfig.get();
  document.querySelector(".entry")?.classList.toggle("is-local", local);
  if (local) void createLocalProbe()();
  if (setup.status === "unusable") showReason(setup.reason);
}

function showReason(reason: Unusable["reason"]): void {
  find(".reason p").textContent = typeof reason === "string" ? SENTENCES[reason] : reason.message;
  find(".reason button").hidden = reason !== "unreachable";
}

let waiting = 0;

/** The number of unsent changes of the last person, and the sign-in's state or its last fault. */
function showNote(): void {
  const unsent = waiting > 0 ? `Sign in again to send ${changesText(waiting)} ` : "";
  find(".note").textContent = unsent + $signInNote.get();
}

async function showUnsent(): Promise<void> {
  const uid = await readCached(PERSON_KEY);
  if (typeof uid !== "string") return;
  const pending = await indexedDbOutbox.list(uid).catch(() => []);
  waiting = pending.filter(({ refused }) => refused === undefined).length;
  showNote();
}
