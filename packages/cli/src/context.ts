import type { Transport } from "@dailyleet/client";
import type { Database } from "@dailyleet/local";

export type Env = Readonly<Record<string, string | undefined>>;

/** stdout or stderr. */
export interface Output {
  write(text: string): void;
  isTerminal(): boolean;
  /** Width in columns; infinite where it is no terminal, so that nothing is cut or wrapped for a pipe. */
  columns(): number;
  /** Height in rows; 0 where it is no terminal, or one that does not say. */
  rows(): number;
}

/** The terminal, for a face that draws on all of it. */
export interface Screen {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /**
   * From here on a signal, the end of the terminal and an error that nobody caught do not end the process by
   * themselves. `exitCode` is what a shell says of a program that the signal ended.
   */
  listen(listener: ScreenListener): void;
  /** Stops the program and all of its job, as Ctrl-Z does where no face draws; a listener of `onStop` is asked first. */
  stop(): void;
  /**
   * `listener` gives the terminal back, calls `stop`, which returns when the program is continued, and then takes the
   * terminal again and draws. It is called before the program is stopped, and again when it is continued, as what
   * stopped it may not have asked.
   */
  onStop(listener: (stop: () => void) => void): void;
  /** Gives the keyboard back to the shell, and signals and errors their usual meaning. */
  release(): void;
}

export interface ScreenListener {
  ended(exitCode: number): void;
  failed(error: unknown): void;
}

/**
 * Everything that a command may take from the world around it. What is costly to make is a function. `main.ts`
 * makes the real one; nothing else touches `process`.
 */
export interface Context {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** The person's home directory. Throws `storage` where there is none. */
  home(): string;
  /** The zone in which days are counted, by the name that calendars know it by; null where it has none. */
  zone(): string | null;
  /** The person's number on this system; absent on Windows. */
  readonly userId: number | undefined;
  readonly version: string;
  /** Of the Node that runs it, such as '24.21.0'. */
  readonly nodeVersion: string;
  /** The folder of the built program, which holds the site. */
  readonly programDirectory: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** What the process answers when the command ends without an error. */
  setExitCode(code: number): void;
  /** What comes from stdin, up to so many bytes. */
  readStdin(length: number): Buffer;
  /**
   * Asks on stderr and resolves to the line that is typed; to false when the input ends without one, as by Ctrl-D, and
   * to null where there is no terminal to ask on. Rejects with `interrupted` after Ctrl-C.
   */
  ask(question: string): Promise<string | false | null>;
  /**
   * Sends a query to the terminal and resolves to the reply, as far as it comes within 0.1 seconds; to "" where stdin or
   * stdout is no terminal, or another program has it. A later reply is read away before the command ends, so that the
   * shell does not take it for typed; one that `keepsReading` does that itself. Rejects with `interrupted` after Ctrl-C.
   */
  queryTerminal(query: string, keepsReading: boolean): Promise<string>;
  openDatabase(file: string): Database;
  /** Loads the network's code at its first request. */
  readonly transport: Transport;
  /** Opens a connection to an origin before its first request. Never rejects for the network. */
  preconnect(origin: string): Promise<void>;
  /** Resolves after `ms` milliseconds, or at once when `signal` fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Fires at the first SIGINT or SIGTERM. From the first call on these no longer end the process by themselves. */
  interruption(): AbortSignal;
  /** Null where stdin or stdout is no terminal. */
  screen(): Screen | null;
  /** Starts a program without a shell and resolves to whether it works: still running after a moment, or done well. */
  start(program: string, args: readonly string[]): Promise<boolean>;
}
