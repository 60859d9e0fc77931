import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { CLI, type CliResult, cliEnvironment } from "../../support/cliProcess.ts";

/** By which SQLite and the program change files. */
export const SYSTEM_CALLS = ["pwrite64", "fsync", "ftruncate", "unlink", "mkdir"] as const;
export type SystemCall = (typeof SYSTEM_CALLS)[number];

/** What happens at one of a process's system calls, in strace's words: 'signal=SIGKILL' or 'error=ENOSPC'. */
export interface Incident {
  readonly call: SystemCall;
  readonly what: string;
  /** '3' is the third such call, '3+' that one and all later ones. */
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

/** Runs a command as a real process to which `incident` happens. */
export function runWithIncident(home: string, args: readonly string[], { call, what, when }: Incident) {
  return trace(home, args, ["-o", "/dev/null", "-e", `trace=${call}`, "-e", `inject=${call}:${what}:when=${when}`]);
}

async function trace(home: string, args: readonly string[], options: readonly string[]): Promise<CliResult> {
  const child = spawn("strace", ["-f", "-qq", ...options, process.execPath, CLI, ...args], {
    env: cliEnvironment(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, stdout, stderr };
}
