import { join } from "node:path";
import { listProfiles, openDatabase } from "@dailyleet/local";
import { onTestFinished } from "vitest";
import { type Environment, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

export type Computer = Awaited<ReturnType<typeof startComputer>>;

/** A person's computer: a data directory, the terminal and the local server, all in this process. */
export async function startComputer() {
  const home = tempDirectory();
  const first = await startServing(home, "0");
  let stop = first.stop;
  onTestFinished(() => stop());
  return {
    home,
    url: first.url,
    stop: () => stop(),
    async start() {
      await stop();
      ({ stop } = await startServing(home, new URL(first.url).port));
    },
    /** Runs a command that must succeed, and returns its stdout. */
    async cli(words: string): Promise<string> {
      const { code, stdout, stderr } = await runInProcess(home, words.split(" "));
      if (code !== 0) throw new Error(`'${words}' ended with ${code}: ${stderr}`);
      return stdout;
    },
    /** The uid of the profile `You`. */
    uid(): string {
      const database = openDatabase(join(home, "dailyleet.db"));
      const [you] = listProfiles(database);
      database.close();
      return you?.uid ?? "";
    },
  };
}

/** Resolves when the server has printed its address. */
function startServing(home: string, port: string) {
  const end = new AbortController();
  const { promise: opened, resolve } = Promise.withResolvers<string>();
  const start: Environment["start"] = async (_, [url = ""]) => {
    resolve(url);
    return true;
  };
  const environment = { interruption: () => end.signal, platform: "linux", start } as const;
  const over = runInProcess(home, ["serve", "--open", "--port", port], environment);
  const stop = async () => {
    end.abort();
    await over;
  };
  return opened.then((url) => ({ url, stop }));
}
