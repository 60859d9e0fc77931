import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPersonStore, type Marks, type PersonStore, type SiteConfig } from "@dailyleet/core";
import { createDocumentStore, type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { type Area, type RunningServer, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import { type Hosted, type Hosting, startHosting } from "./hosting.ts";

/** The site as it was built. */
export const BUILT_SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

const SITE_FILES = /^\/(?!v1\/|identitytoolkit|securetoken|signin|dailyleet\.json)/;

/**
 * A server that goes away and comes back under the same address, with the same data.
 * `isHosted`: page, worker and their files come from the hosting emulator with `firebase.json`; the database and the
 * sign-in beside them stay the server's own. `notice`: what the server says of its database.
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
    /** From the directory of the first start, unless there is another. */
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

/** With the opener policy of the local sign-in window, which could not talk to the page otherwise. */
async function besideOwnSignIn(hosting: Hosting, path: string): Promise<Hosted> {
  const { headers, ...answer } = await hosting.answer(path);
  return { ...answer, headers: { ...headers, "Cross-Origin-Opener-Policy": "same-origin" } };
}
