import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { CLI, type CliResult, cliEnvironment } from "../../support/cliProcess.ts";
import { resultOf } from "../../support/process.ts";

/** The system calls with which SQLite and the program change files. */
export const SYSTEM_CALLS = ["pwrite64", "fsync", "ftruncate", "unlink", "mkdir"] as const;
export type SystemCall = (typeof SYSTEM_CALLS)[number];

/** Runs a command as on a file system without locks: every lock fails. */
export async function runWithoutLocks(home: string, args: readonly string[], list: string) {
  await trace(home, args, ["-o", list, "-e", "trace=fcntl"]);
  const calls = readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line.includes("fcntl("));
  const first = calls.findIndex((line) => line.includes("F_SETLK")) + 1;
  return trace(home, args, ["-o", "/dev/null", "-e", "trace=fcntl", "-e", `inject=fcntl:error=ENOLCK:when=${first}+`]);
}

/** A fault at one of a process's system calls, in strace's syntax: 'signal=SIGKILL' or 'error=ENOSPC'. */
export interface Incident {
  readonly call: SystemCall;
  readonly what: string;
  /** '3' is the third such call; '3+' is the third and all later ones. */
  readonly when: string;
}

export function canTrace(): boolean {
  const pretended = ["-qq", "-o", "/dev/null", "-e", "inject=mkdir:retval=0", "mkdir", "/"];
  return spawnSync("strace", pretended).status === 0;
}

export async function countSystemCalls(home: string, args: readonly string[], list: string) {
  await trace(home, args, ["-o", list, "-e", `trace=${SYSTEM_CALLS.join()}`]);
  const lines = readFileSync(list, "utf8").split("\n");
  return (call: SystemCall) => lines.filter((line) => line.includes(`${call}(`)).length;
}

/** Runs a command as a real process with a fault at one of its system calls. */
export function runWithIncident(home: string, args: readonly string[], { call, what, when }: Incident) {
  return trace(home, args, ["-o", "/dev/null", "-e", `trace=${call}`, "-e", `inject=${call}:${what}:when=${when}`]);
}

function trace(home: string, args: readonly string[], options: readonly string[]): Promise<CliResult> {
  const env = cliEnvironment(home);
  return resultOf(spawn("strace", ["-f", "-qq", ...options, process.execPath, CLI, ...args], { env }));
}
