import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPersonStore, type Marks, type PersonStore, type SiteConfig } from "@dailyleet/core";
import { createDocumentStore, type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { type Area, type RunningServer, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import { type Hosted, type Hosting, startHosting } from "./hosting.ts";

export const BUILT_SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

const SITE_FILES = /^\/(?!v1\/|identitytoolkit|securetoken|signin|dailyleet\.json)/;

/**
 * A server that stops and starts again at the same address with the same data. `isHosted`: the hosting emulator serves
 * page, worker and their files with `firebase.json`; database and sign-in stay the server's own. `notice`: the server's
 * message about its database.
 */
export async function startOwnServer(
  siteDirectory = BUILT_SITE,
  isHosted = false,
  config: SiteConfig = {},
  notice = "",
) {
  const home = mkdtempSync(join(tmpdir(), "dailyleet-e2e-"));
  const database = openDatabase(join(home, "dailyleet.db"));
  let hosting: Hosting | null = null;
  const listen = async (directory: string, port: number) => {
    const hosted = isHosted ? await startHosting({}, directory) : null;
    hosting = hosted;
    const areas: Area[] = hosted ? [[SITE_FILES, { GET: ({ path }) => besideOwnSignIn(hosted, path) }]] : [];
    return startServer({
      database,
      siteDirectory: directory,
      port,
      config: () => config,
      areas,
      notice: () => notice || null,
    });
  };
  let running: RunningServer | null = await listen(siteDirectory, 0);
  const { url, port } = running;
  const stop = async () => {
    await running?.close();
    await hosting?.stop();
    running = hosting = null;
  };
  onTestFinished(async () => {
    await stop();
    database.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    url,
    port,
    stop,
    /** Serves the directory of the first start, unless another one is given. */
    async start(directory = siteDirectory) {
      await stop();
      running = await listen(directory, port);
    },
    /** The open document of the profile `You`. */
    readDocument: () => storeOf(database).readOpen(),
    /** The marks of the profile `You`. */
    readMarks: async () => (await storeOf(database).readNamed("marks")).cells as Marks,
  };
}

function storeOf(database: Database): PersonStore {
  const uid = listProfiles(database)[0]?.uid ?? "";
  return createPersonStore(createDocumentStore(database, uid), uid);
}

/** Adds the opener policy of the local sign-in window; without it the window could not talk to the page. */
async function besideOwnSignIn(hosting: Hosting, path: string): Promise<Hosted> {
  const { headers, ...answer } = await hosting.answer(path);
  return { ...answer, headers: { ...headers, "Cross-Origin-Opener-Policy": "same-origin" } };
}
