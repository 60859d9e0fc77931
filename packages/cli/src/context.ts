import { isAbsolute } from "node:path";
import type { Transport } from "@dailyleet/client";
import { DailyleetError, isZone } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Output {
  write(text: string): void;
  isTerminal(): boolean;
  /** Width in columns; infinite for a pipe or a file, so that nothing is cut or wrapped. */
  columns(): number;
  /** Height in rows; 0 where it is unknown. */
  rows(): number;
}

/** The terminal, for drawing on the full screen. */
export interface TerminalScreen {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /**
   * Handles signals, the end of the terminal and uncaught errors: they no longer end the process. `exitCode` is the one
   * that a shell reports for the signal.
   */
  listen(listener: { ended(exitCode: number): void; failed(error: unknown): void }): void;
  /** Stops the program and its job, as Ctrl-Z does, after asking the listener of `onStop`. */
  stop(): void;
  /**
   * `listener` releases the terminal, calls `stop`, which returns when the program continues, then takes the terminal
   * again and draws. It is called before the program stops, and when it continues, because SIGSTOP asks nobody.
   */
  onStop(listener: (stop: () => void) => void): void;
  /** Returns the keyboard to the shell, and removes the handlers; harmless when repeated. */
  release(): void;
}

/**
 * The world around a command. Costly members are functions. Only `main.ts`, which makes the real context, uses `process`.
 */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** The person's home directory. Throws `storage` where there is none. */
  home(): string;
  /** This computer's name, such as 'asha-laptop.local'. */
  hostName(): string;
  /** The IANA name of the zone in which days are counted; null for a zone without one. */
  zone(): string | null;
  /** The person's number on this system; undefined on Windows. */
  readonly userId: number | undefined;
  readonly processId: number;
  isRunning(processId: number): boolean;
  readonly version: string;
  readonly nodeVersion: string;
  /** The folder of the built program, which holds the site. */
  readonly programDirectory: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The exit code of the process if the command ends without an error. */
  setExitCode(code: number): void;
  readStdin(length: number): Buffer;
  /**
   * Asks on stderr and resolves to the typed line; to false where the input ends, as by Ctrl-D, and to null without a
   * terminal. Rejects with `interrupted` after Ctrl-C.
   */
  ask(question: string): Promise<string | false | null>;
  openDatabase(file: string): Database;
  /** Loads the network's code at its first request. */
  readonly transport: Transport;
  /** Opens a connection to an origin before its first request. Does not reject for network failures. */
  preconnect(origin: string): Promise<void>;
  /** Resolves after `ms` milliseconds, or at once when `signal` fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Fires at the first SIGINT or SIGTERM. From the first call on, only the second signal ends the process. */
  interruption(): AbortSignal;
  /** Null where stdin or stdout is no terminal. */
  screen(): TerminalScreen | null;
  /** Starts a program without a shell; resolves to true if it still runs after a moment, or has exited with 0. */
  start(program: string, args: readonly string[]): Promise<boolean>;
}

/**
 * Unsets empty variables, and makes TZ the name of a zone. Node takes the path of a zone's file for UTC, and has no name
 * for a POSIX zone such as IST-5; one of whole hours has an IANA name.
 */
export function tidyEnvironment(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) if (value === "") delete env[name];
  const { TZ = "" } = env;
  const zone = /^:?(?:\/.*\/zoneinfo\/)?(?:posix\/|right\/)?([A-Za-z].*)$/.exec(TZ)?.[1];
  const [, sign, hours] = /^:?(?:<[\w+-]+>|[A-Za-z]{3,})([+-]?)(\d{1,2})(?::?00)?$/.exec(TZ) ?? [];
  if (/^:?\/etc\/localtime$/.test(TZ)) delete env.TZ;
  // As in POSIX, hours west of Greenwich are positive.
  else if (hours !== undefined) env.TZ = `Etc/GMT${sign || "+"}${Number(hours)}`;
  else if (zone !== undefined) env.TZ = zone;
}

/** `systemHome` asks the system, and throws for an unknown user. Throws `storage`. */
export function homeDirectory({ HOME }: Env, systemHome: () => string): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  try {
    const home = systemHome();
    if (isAbsolute(home)) return home;
  } catch {
    // The system does not know this user.
  }
  throw new DailyleetError("storage", "There is no home directory to keep data in; set HOME or DAILYLEET_HOME.");
}

/** The zone's name; null for a TZ that names no zone. `resolved` is Intl's name. */
export function zoneName({ TZ }: Env, resolved: string | undefined): string | null {
  const isName = resolved !== undefined && isZone(resolved) && resolved !== "Etc/Unknown";
  return isName && (TZ === undefined || isZone(TZ)) ? resolved : null;
}

/** Whether `Date` uses this zone: for TZ=IST Intl names Asia/Calcutta, but `Date` uses UTC. */
export function isClockOf(zone: string, now: Date): boolean {
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return clock.format(now) === now.toTimeString().slice(0, 5);
}

/** Throws `bad-config` for a TZ that names no zone: days would silently follow another one. */
export function requireZone(context: Pick<Context, "env" | "zone">): void {
  if (context.env.TZ === undefined || context.zone() !== null) return;
  const advice = "set TZ to a name such as Asia/Kolkata, or unset it";
  throw new DailyleetError("bad-config", `${zoneFault(context.env)}; ${advice}.`);
}

/** Why `zone` is null, as the beginning of a sentence. */
export function zoneFault({ TZ }: Env): string {
  return TZ === undefined
    ? "The zone of this computer has no name that calendars know"
    : `TZ is '${TZ}', which names no time zone`;
}
