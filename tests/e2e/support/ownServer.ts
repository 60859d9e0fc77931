import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPersonStore } from "@dailyleet/core";
import { createDocumentStore, listProfiles, openDatabase } from "@dailyleet/local";
import { type RunningServer, startServer } from "@dailyleet/local/server";
import { onTestFinished } from "vitest";
import type { YearDocument } from "../../../packages/core/src/ports.ts";

/** The site as it was built. */
export const BUILT_SITE = join(import.meta.dirname, "../../../packages/cli/dist/site");

/** A server that goes away and comes back under the same address, with the same data. */
export interface OwnServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  start(siteDirectory?: string): Promise<void>;
  /** The open document of the profile `You`. */
  readDocument(): Promise<YearDocument>;
}

export async function startOwnServer(siteDirectory = BUILT_SITE): Promise<OwnServer> {
  const home = mkdtempSync(join(tmpdir(), "dailyleet-e2e-"));
  const database = openDatabase(join(home, "dailyleet.db"));
  const listen = (directory: string, port: number) =>
    startServer({ database, siteDirectory: directory, port, config: {} });
  let running: RunningServer | null = await listen(siteDirectory, 0);
  const { url, port } = running;
  const stop = async () => {
    await running?.close();
    running = null;
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
    async start(directory = BUILT_SITE) {
      await stop();
      running = await listen(directory, port);
    },
    readDocument() {
      const uid = listProfiles(database)[0]?.uid ?? "";
      return createPersonStore(createDocumentStore(database, uid), uid).readOpen();
    },
  };
}
