import { openDatabase } from "@dailyleet/local";
import { version } from "../package.json";
import type { NodeNetwork } from "./cloud/network.ts";
import { type Context, homeDirectory, isClockOf, type TerminalScreen, tidyEnvironment, zoneName } from "./context.ts";
import { readBeginning } from "./files/files.ts";
import { run } from "./program.ts";
import { createOutput } from "./terminal/output.ts";
import { askOn } from "./terminal/screen.ts";
import { breakLines } from "./terminal/width.ts";

const STANDARD_INPUT = 0;
/** A program that still runs after this time has started: some openers run as long as the browser. */
const START_DEADLINE_MS = 2_000;
tidyEnvironment(process.env);
let interruption: AbortController | undefined;
let network: Promise<NodeNetwork> | undefined;

const context: Context = {
  stdout: createOutput(1, process.platform, () => process.stdout),
  stderr: createOutput(2, process.platform, () => process.stderr),
  env: process.env,
  platform: process.platform,
  home: () => homeDirectory(process.env, systemHome),
  hostName: () => process.getBuiltinModule("node:os").hostname(),
  zone() {
    const zone = zoneName(process.env, Intl.DateTimeFormat().resolvedOptions().timeZone);
    return zone !== null && isClockOf(zone, new Date()) ? zone : null;
  },
  userId: process.getuid?.(),
  processId: process.pid,
  isRunning(processId) {
    try {
      return process.kill(processId, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "ESRCH";
    }
  },
  version,
  nodeVersion: process.versions.node,
  programDirectory: __dirname,
  now: Date.now,
  setExitCode(code) {
    process.exitCode = code;
  },
  readStdin: (length) => readBeginning(STANDARD_INPUT, length),
  async ask(question) {
    const { isatty } = await import("node:tty");
    if (![0, 1, 2].every(isatty)) return null;
    return askOn(process.stdin, process.stderr, breakLines(question, context.stderr.columns()));
  },
  openDatabase,
  transport: async (request) => (await loadNetwork()).transport(request),
  preconnect: async (origin) => (await loadNetwork()).preconnect(origin),
  interruption() {
    interruption ??= listenForSignals();
    return interruption.signal;
  },
  screen: () => (process.stdin.isTTY && process.stdout.isTTY ? openScreen() : null),
  async wait(ms, signal) {
    const { setTimeout } = await import("node:timers/promises");
    await setTimeout(ms, undefined, { signal }).catch(() => {});
  },
  async start(program, args) {
    const { spawn } = await import("node:child_process");
    const child = spawn(program, args, { detached: true, stdio: "ignore" });
    return new Promise((resolve) => {
      const end = (works: boolean) => {
        clearTimeout(timer);
        child.unref();
        resolve(works);
      };
      const timer = setTimeout(end, START_DEADLINE_MS, true);
      child.once("error", () => end(false));
      child.once("exit", (code) => end(code === 0));
    });
  },
};

function systemHome(): string {
  const { homedir, userInfo } = process.getBuiltinModule("node:os");
  return process.platform === "win32" ? homedir() : userInfo().homedir;
}

/** Signals that end the full screen, with their numbers. A shell reports 128 plus the number. */
const ENDINGS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

function openScreen(): TerminalScreen {
  const { stdin, stdout } = process;
  const releases: (() => void)[] = [];
  const on = (emitter: NodeJS.EventEmitter, event: string, listener: (error: unknown) => void) => {
    emitter.on(event, listener);
    releases.push(() => emitter.off(event, listener));
  };
  return {
    stdin,
    stdout,
    listen({ ended, failed }) {
      for (const [signal, number] of Object.entries(ENDINGS)) on(process, signal, () => ended(128 + number));
      on(stdin, "end", () => ended(128 + ENDINGS.SIGHUP));
      on(process, "uncaughtException", failed);
    },
    stop: () => void process.emit("SIGTSTP"),
    onStop(listener) {
      const begin = () =>
        listener(() => {
          // Without a listener the signal stops the program. Process 0 is the group, so the shell's whole job stops.
          process.off("SIGTSTP", begin);
          process.kill(0, "SIGTSTP");
          process.on("SIGTSTP", begin);
        });
      if (process.platform === "win32") return;
      on(process, "SIGTSTP", begin);
      on(process, "SIGCONT", () => listener(() => {}));
    },
    release() {
      for (const release of releases) release();
      stdin.setRawMode(false);
      stdin.pause();
      stdin.unref();
    },
  };
}

function loadNetwork(): Promise<NodeNetwork> {
  network ??= import("./cloud/network.ts").then(({ createNodeNetwork }) => createNodeNetwork(process.env));
  return network;
}

/**
 * Under npm one Ctrl-C arrives twice, from the terminal and from npm. A second signal within this time is the same key
 * press.
 */
const SAME_KEY_MS = 500;

function listenForSignals(): AbortController {
  const controller = new AbortController();
  let first = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (performance.now() - first > SAME_KEY_MS) process.exit(128 + ENDINGS[signal]);
      first = Math.min(first, performance.now());
      controller.abort();
    });
  }
  return controller;
}

void run(process.argv.slice(2), context);
