import { afterEach, expect, test, vi } from "vitest";
import type { Access, Person } from "../../site/src/session/firebase.ts";
import { $session, restorePerson, storePerson, watchSession } from "../../site/src/session/session.ts";
import { parseStored, STORED_LAST, storeText } from "../../site/src/ui/stored.ts";

const ANN: Person = { uid: "ann", name: "Ann" };
const BOB: Person = { uid: "bob", name: "Bob" };

/** A browser in which Ann was signed in, and a sign-in service whose person the test sets. */
function openPage() {
  const copies = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => copies.get(name) ?? null,
    setItem: (name: string, text: string) => void copies.set(name, text),
    removeItem: (name: string) => void copies.delete(name),
  });
  const reload = vi.fn();
  const replaceState = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("history", { replaceState });
  storePerson(ANN);
  storeText(STORED_LAST, JSON.stringify({ uid: "ann" }));
  restorePerson();
  let tell: (person: Person | null) => void = () => {};
  const watch = (listener: typeof tell) => {
    tell = listener;
  };
  watchSession({ watch } as unknown as Access);
  return { tell: (person: Person | null) => tell(person), reload, replaceState };
}

afterEach(() => vi.unstubAllGlobals());

test("another person who signs in takes the first one's place, and nothing of the first stays in memory", () => {
  const { tell, reload, replaceState } = openPage();
  tell(ANN);
  expect([$session.get(), reload.mock.calls.length]).toEqual([{ status: "signed-in", person: ANN }, 0]);
  tell(BOB);
  expect($session.get()).toEqual({ status: "signed-in", person: BOB });
  expect([parseStored(STORED_LAST), reload.mock.calls.length]).toEqual([null, 1]);
  // The second person does not start on the screen that the first one left.
  expect(replaceState.mock.calls).toEqual([[null, ""]]);
});

test("a person who is not the one of the last visit needs no reload, because nothing was read yet", () => {
  const { tell, reload } = openPage();
  tell(BOB);
  expect($session.get()).toEqual({ status: "signed-in", person: BOB });
  expect([parseStored(STORED_LAST), reload.mock.calls.length]).toEqual([null, 0]);
});

test("who is signed in still keeps what was shown last", () => {
  const { tell } = openPage();
  tell(ANN);
  expect(parseStored(STORED_LAST)).toEqual({ uid: "ann" });
});
