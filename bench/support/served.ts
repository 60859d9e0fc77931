import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

/** `dailyleet serve` on a data directory, as a process of its own. */
export async function serve(home: string) {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
    env: { PATH: process.env.PATH, HOME: home, DAILYLEET_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const url = /http:\/\/\S+/.exec(line)?.[0] ?? "";
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
