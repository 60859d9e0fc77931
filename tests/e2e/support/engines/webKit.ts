import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { vi } from "vitest";
import { freePort } from "../../../support/freePort.ts";
import type { Engine } from "./engine.ts";
import { type Session, startSession } from "./webDriver.ts";
import { frontTab } from "./webDriverTab.ts";

const START_MS = 60_000;

/** It chooses a free display and writes its number to its file 3. */
const SCREEN_ARGUMENTS = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];

/** The paths of WebKitGTK's WebDriver and of an X server without a screen. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly screen: string;
}

/** WebKitGTK's own browser, with scroll bars that take room. A session has a profile of its own. */
export async function launchWebKit(programs: WebKitPrograms): Promise<Engine> {
  const home = createHome();
  const started: ChildProcess[] = [];
  let session: Session | null = null;
  const close = async () => {
    // A browser that is gone has no session to end.
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

/** Answers the address of the driver. What is to be ended is added to `started`. */
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
