import { isAbsolute } from "node:path";
import type { Transport } from "@dailyleet/client";
import { configError, isZone, storageError } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Output {
  write(text: string): void;
  isTerminal(): boolean;
  /** Width in columns; infinite for a pipe or a file, so that nothing is cut or wrapped. */
  columns(): number;
  /** Height in rows; 0 if unknown. */
  rows(): number;
}

/** The terminal, to draw on its full screen. */
export interface TerminalScreen {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /**
   * Calls `listener` for signals, the end of the terminal and uncaught errors, which then don't end the process.
   * `exitCode` is what a shell reports for the signal.
   */
  listen(listener: { ended(exitCode: number): void; failed(error: unknown): void }): void;
  /** Stops the program and its job, as Ctrl-Z does. Calls the listener of `onStop` first. */
  stop(): void;
  /**
   * Calls `listener` before the program stops, and when it continues, because SIGSTOP can't be handled before. The
   * listener must release the terminal, call `stop`, which returns when the program continues, then take the terminal
   * back and draw.
   */
  onStop(listener: (stop: () => void) => void): void;
  /** Returns the keyboard to the shell and removes the handlers. May be called twice. */
  release(): void;
}

/**
 * All that a command knows of the world around it. Costly members are functions. Only `main.ts`, which makes the real
 * context, uses `process`.
 */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** The person's home directory. Throws `storage` without one. */
  home(): string;
  /** This computer's name, such as 'asha-laptop.local'. */
  hostName(): string;
  /** The IANA name of the time zone in which days are counted; null for a zone without a name. */
  zone(): string | null;
  /** The person's numeric user id; undefined on Windows. */
  readonly userId: number | undefined;
  readonly processId: number;
  isRunning(processId: number): boolean;
  readonly version: string;
  readonly nodeVersion: string;
  /** The folder of the built program, which holds the site. */
  readonly programDirectory: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sets the exit code of a command that ends without an error. */
  setExitCode(code: number): void;
  readStdin(length: number): Buffer;
  /**
   * Asks on stderr. Resolves to the typed line, to false at the end of input (Ctrl-D), or to null without a terminal.
   * Rejects with `interrupted` after Ctrl-C.
   */
  ask(question: string): Promise<string | false | null>;
  openDatabase(file: string): Database;
  /** Loads the network's code at the first request. */
  readonly transport: Transport;
  /** Opens a connection to an origin before the first request. Ignores network failures. */
  preconnect(origin: string): Promise<void>;
  /** Resolves after `ms` milliseconds, or as soon as `signal` fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Fires at the first SIGINT or SIGTERM. After this has been called, only a second signal ends the process. */
  interruption(): AbortSignal;
  /** Null if stdin or stdout is not a terminal. */
  screen(): TerminalScreen | null;
  /** Starts a program without a shell. Resolves to true if it exits with 0 or still runs after a moment. */
  start(program: string, args: readonly string[]): Promise<boolean>;
}

/**
 * Unsets empty variables, and sets TZ to a name that Node knows. Node takes the path of a zone's file for UTC. It has
 * no name for a POSIX zone such as IST-5, but a POSIX zone of whole hours has an IANA name.
 */
export function tidyEnvironment(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) if (value === "") delete env[name];
  const { TZ = "" } = env;
  const zone = /^:?(?:\/.*\/zoneinfo\/)?(?:posix\/|right\/)?([A-Za-z].*)$/.exec(TZ)?.[1];
  const [, sign, hours] = /^:?(?:<[\w+-]+>|[A-Za-z]{3,})([+-]?)(\d{1,2})(?::?00)?$/.exec(TZ) ?? [];
  if (/^:?\/etc\/localtime$/.test(TZ)) delete env.TZ;
  // As in POSIX, hours are positive west of Greenwich.
  else if (hours !== undefined) env.TZ = `Etc/GMT${sign || "+"}${Number(hours)}`;
  else if (zone !== undefined) env.TZ = zone;
}

/** `systemHome` asks the system, and throws for an unknown user. Throws `storage` without a home directory. */
export function homeDirectory({ HOME }: Env, systemHome: () => string): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  try {
    const home = systemHome();
    if (isAbsolute(home)) return home;
  } catch {
    // The system does not know this user.
  }
  throw storageError("There is no home directory to keep data in; set HOME or DAILYLEET_HOME.");
}

/** The zone's name; null if TZ names no zone. `resolved` is the name that Intl gives. */
export function zoneName({ TZ }: Env, resolved: string | undefined): string | null {
  const isName = resolved !== undefined && isZone(resolved) && resolved !== "Etc/Unknown";
  return isName && (TZ === undefined || isZone(TZ)) ? resolved : null;
}

/** Whether `Date` agrees with this zone. For TZ=IST, for example, Intl names Asia/Calcutta, but `Date` uses UTC. */
export function isClockOf(zone: string, now: Date): boolean {
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return clock.format(now) === now.toTimeString().slice(0, 5);
}

/** Throws `bad-config` if TZ names no zone: days would silently be counted in another zone. */
export function requireZone(context: Pick<Context, "env" | "zone">): void {
  if (context.env.TZ === undefined || context.zone() !== null) return;
  const advice = "set TZ to a name such as Asia/Kolkata, or unset it";
  throw configError(`${zoneFault(context.env)}; ${advice}.`);
}

/** The reason for a null `zone`, as the beginning of a sentence. */
export function zoneFault({ TZ }: Env): string {
  return TZ === undefined
    ? "The zone of this computer has no name that calendars know"
    : `TZ is '${TZ}', which names no time zone`;
}
