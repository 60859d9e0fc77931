import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
// @ts-expect-error It has no types; it is shared with the scripts of npm.
import { startChild } from "../../scripts/startChild.mjs";

const CLI = join(import.meta.dirname, "../../packages/cli/bin/dailyleet.cjs");

/** `dailyleet serve` on a data directory, as a process of its own. */
export async function serve(home: string) {
  const child = startChild(process.execPath, [CLI, "serve", "--port", "0"], {
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
