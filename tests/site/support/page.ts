import "fake-indexeddb/auto";
import { resolveObjectURL } from "node:buffer";
import { IDBFactory } from "fake-indexeddb";
import { type HTMLAnchorElement as Anchor, Window } from "happy-dom";
import { createElement, Fragment } from "react";
import { onTestFinished, vi } from "vitest";
import type { Access, Person } from "../../../site/src/session/firebase.ts";
import { STORED_CONFIG, STORED_PERSON } from "../../../site/src/ui/stored.ts";
import { getCredential, type Session, signInWith } from "../../local/support/server.ts";
import type { Computer } from "./computer.ts";

/** The end of a path → the answer in place of the server's. */
type Answers = Record<string, () => Response | Promise<Response>>;

interface Visit {
  /** The end of the address, such as `#questions`. */
  readonly hash?: string;
  readonly answers?: Answers;
  /** The person who is signed in, by default the profile `You`. */
  readonly person?: Person;
}

const network = fetch;

/** A request that fails for lack of a network. */
export function noAnswer(): never {
  throw new TypeError("Failed to fetch");
}

/**
 * The page in this process: its own scripts and React in a document without layout and styles, served by `computer`.
 * The person is signed in, as on a later visit.
 */
export async function openPage(computer: Computer, visit: Visit = {}) {
  const { hash = "", answers = {}, person = { uid: computer.uid(), name: "You" } } = visit;
  const { body } = await signInWith(computer, await getCredential(computer, person.uid));
  const { idToken } = body as Session;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const { href, hostname, pathname } = new URL(path, computer.url);
    const answer = Object.keys(answers).find((end) => pathname.endsWith(end));
    if (answer) return answers[answer]?.();
    return hostname === "localhost" ? network(href, init) : noAnswer();
  });
  vi.stubGlobal("indexedDB", new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  const setup = await (await fetch("/dailyleet.json")).text();
  const stored = { [STORED_CONFIG]: setup, [STORED_PERSON]: JSON.stringify(person) };
  const problems = watchConsole();
  let end = await load({ url: `${computer.url}/${hash}`, state: null, local: stored, tab: {} }, person, idToken);
  onTestFinished(() => end());
  return {
    answers,
    /** The faults that the console reports. */
    problems,
    /** The downloads, the latest last. */
    downloads,
    /** Reloads with the data stored by this browser, this tab and this history entry. */
    async reload() {
      await end();
      const [local, tab] = [{ ...localStorage }, { ...sessionStorage }];
      end = await load({ url: location.href, state: history.state, local, tab }, person, idToken);
    },
  };
}

function watchConsole(): string[] {
  const problems: string[] = [];
  const note = (...words: unknown[]) => void problems.push(words.join(" "));
  for (const level of ["error", "warn"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation(note);
    onTestFinished(() => spy.mockRestore());
  }
  const info = vi.spyOn(console, "info").mockImplementation(() => {});
  onTestFinished(() => info.mockRestore());
  return problems;
}

const downloads: { readonly name: string; readonly text: string }[] = [];

/** The data that a browser keeps across a reload. */
interface Kept {
  readonly url: string;
  readonly state: unknown;
  readonly local: Readonly<Record<string, string>>;
  readonly tab: Readonly<Record<string, string>>;
}

/**
 * Loads the page as `shell/islands.ts` does, with a sign-in service that knows the person. Returns a function that
 * closes the page.
 */
async function load({ url, state, local, tab }: Kept, person: Person, idToken: string) {
  const window = openWindow(url);
  window.history.replaceState(state, "");
  Object.assign(window.localStorage, local);
  Object.assign(window.sessionStorage, tab);
  // Load the modules anew, because they hold the page's state.
  vi.resetModules();
  const [{ createRoot }, { start }, session, replica, { $siteConfig }, ...islands] = await Promise.all([
    import("react-dom/client"),
    import("../../../site/src/shell/start.ts"),
    import("../../../site/src/session/session.ts"),
    import("../../../site/src/replica/connection.ts"),
    import("../../../site/src/session/setup.ts"),
    import("../../../site/src/shell/Tracker.tsx"),
    import("../../../site/src/questions/QuestionAccordion.tsx"),
    import("../../../site/src/counter/Counter.tsx"),
  ]);
  start();
  const watch = (tell: (person: Person) => void) => tell(person);
  session.watchSession({ watch, idToken: async () => idToken } as unknown as Access);
  replica.connectPerson($siteConfig.get(), person.uid);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(createElement(Fragment, null, ...islands.map(({ default: Island }) => createElement(Island))));
  return async () => {
    dispatchEvent(new Event("pagehide"));
    root.unmount();
    replica.disconnect();
    await window.happyDOM.abort();
  };
}

/** Globals that Node has as well, of which the page needs the window's. */
const OF_NODE = new Set([...Object.getOwnPropertyNames(globalThis), "constructor"]);
const OWN = ["Event", "CustomEvent", "EventTarget", "navigator", "localStorage", "sessionStorage"];

function openWindow(url: string): Window {
  const settings = { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true };
  const window = new Window({ url, width: 1280, height: 720, settings });
  const values = window as unknown as Record<string, unknown>;
  for (const name of [...namesOf(window), ...OWN]) {
    const isFunction = typeof values[name] === "function" && !/^[A-Z]/.test(name);
    if (OF_NODE.has(name) && !OWN.includes(name)) continue;
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (isFunction ? (values[name] as () => void).bind(window) : values[name]),
      set: (value) => {
        values[name] = value;
      },
    });
  }
  // React waits until its style sheets have loaded.
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) node.dispatchEvent(new Event("load"));
  }).observe(document.head, { childList: true });
  // Happy DOM reads every value of `hidden` as a boolean.
  Object.defineProperty(window.HTMLElement.prototype, "hidden", {
    get: hidden,
    set: hide,
  });
  // The window lacks popovers.
  Object.assign(window.HTMLElement.prototype, { hidePopover() {} });
  window.HTMLAnchorElement.prototype.click = function (this: Anchor) {
    if (!this.download)
      return void this.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true }));
    const [name, blob] = [this.download, resolveObjectURL(this.href)];
    void blob?.text().then((text) => downloads.push({ name, text }));
  };
  return window;
}

function hidden(this: Element): string | boolean {
  return this.getAttribute("hidden") || this.hasAttribute("hidden");
}

function hide(this: Element, value: string | boolean): void {
  if (typeof value === "string") this.setAttribute("hidden", value);
  else this.toggleAttribute("hidden", value);
}

function namesOf(object: object): string[] {
  const above = Object.getPrototypeOf(object);
  return [...Object.getOwnPropertyNames(object), ...(above === Object.prototype ? [] : namesOf(above))];
}
