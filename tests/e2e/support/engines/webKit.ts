import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { vi } from "vitest";
import { freePort } from "../../../support/freePort.ts";
import type { Engine, Tab } from "./engine.ts";

const START_MS = 60_000;

/** The X server chooses a free display and writes its number to file descriptor 3. */
const SCREEN_ARGUMENTS = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];

/** The paths of WebKitGTK's WebDriver and of a virtual X server. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly screen: string;
}

/** WebKitGTK's MiniBrowser, with scroll bars that take room. Each session has its own profile. */
export async function launchWebKit(programs: WebKitPrograms): Promise<Engine> {
  const home = createHome();
  const started: ChildProcess[] = [];
  let session: Session | null = null;
  const close = async () => {
    // A crashed browser has no session to end.
    await session?.end().catch(() => {});
    await Promise.all(started.map(end));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const server = await startDriver(programs, home, started);
    const newTab = async () => {
      await session?.end();
      session = await startSession(server);
      return frontTab(session);
    };
    return { newTab, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the driver's address. Adds the processes that must be ended to `started`. */
async function startDriver(programs: WebKitPrograms, home: string, started: ChildProcess[]): Promise<string> {
  const screen = spawn(programs.screen, SCREEN_ARGUMENTS, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  started.push(screen);
  const own = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), DISPLAY: await displayOf(screen) };
  const port = await freePort();
  const env = { ...process.env, ...own, GDK_BACKEND: "x11" };
  started.push(spawn(programs.driver, [`--port=${port}`], { stdio: "ignore", env }));
  const server = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${server}/status`), { timeout: START_MS });
  return server;
}

function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), "dailyleet-webkit-"));
  const settings = join(home, ".config/gtk-3.0");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "settings.ini"), "[Settings]\ngtk-overlay-scrolling=0\n");
  return home;
}

async function displayOf(screen: ChildProcess): Promise<string> {
  const failed = once(screen, "exit").then(([code]) => {
    throw new Error(`The X server ended with ${code}.`);
  });
  const [number] = await Promise.race([once(screen.stdio[3] as Readable, "data"), failed]);
  return `:${String(number).trim()}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}

/** A session of a W3C WebDriver server: https://www.w3.org/TR/webdriver2/ */
interface Session {
  get<Value>(command: string): Promise<Value>;
  post<Value>(command: string, parameters?: object): Promise<Value>;
  end(): Promise<void>;
}

async function startSession(server: string): Promise<Session> {
  const { sessionId } = await send<{ sessionId: string }>("POST", `${server}/session`, { capabilities: {} });
  const address = `${server}/session/${sessionId}`;
  return {
    get: (command) => send("GET", `${address}/${command}`),
    post: (command, parameters = {}) => send("POST", `${address}/${command}`, parameters),
    end: () => send("DELETE", address),
  };
}

async function send<Value>(method: string, url: string, parameters?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(parameters && { body: JSON.stringify(parameters) }) });
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}, ${value.message}`);
  return value;
}

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = { Enter: "\uE007", Tab: "\uE004" };

/** The session's current tab. */
async function frontTab(session: Session): Promise<Tab> {
  return tabOf(session, await session.get("window"));
}

function tabOf(session: Session, handle: string): Tab {
  /** Commands go to the current tab, so select this one first. */
  const post = async <Value>(command: string, parameters?: object) => {
    await session.post("window", { handle });
    return session.post<Value>(command, parameters);
  };
  const handles = () => session.get<string[]>("window/handles");
  return {
    goto: (url) => post("url", { url }),
    reload: () => post("refresh"),
    async click(xpath) {
      const found = await post<Record<string, string>>("element", { using: "xpath", value: xpath });
      await session.post(`element/${Object.values(found)[0]}/click`);
    },
    async press(key) {
      const strokes = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key }));
      await post("actions", { actions: [{ type: "key", id: "keyboard", actions: strokes }] });
    },
    async opened(act) {
      const before = await handles();
      await act();
      const opened = await vi.waitUntil(async () => (await handles()).find((one) => !before.includes(one)), {
        timeout: START_MS,
      });
      return tabOf(session, opened);
    },
    isOpen: async () => (await handles()).includes(handle),
    evaluate: (read, ...args) => post("execute/sync", { script: `return (${read}).apply(null, arguments)`, args }),
  };
}
