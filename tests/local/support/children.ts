import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A verb of `child.ts` that runs in its own process. */
interface Child {
  readonly process: ChildProcess;
  line(): Promise<string>;
  readonly exited: Promise<number | null>;
}

/** Starts a verb of `child.ts`. The test's end kills the process. */
export function startChild(verb: "open" | "hold" | "count", ...args: string[]): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, "child.ts"), verb, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, "exit").then(([code]) => code as number | null);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { process: child, exited, line: async () => (await lines.next()).value ?? "" };
}
