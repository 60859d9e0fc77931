import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, DailyleetError, SHEET_FILE, SITE_KEYS, sourcesOf } from "@dailyleet/core";
import { type Database, profileOf } from "@dailyleet/local";
import type { ServerOptions } from "@dailyleet/local/server";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { keepDaily, lostData } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { loadChoices, loadConfig, placesOf } from "../files/directories.ts";
import { readOwnSheet } from "../questions/sheet.ts";
import type { Sites } from "../sites/ask.ts";
import { type FoundTick, findTicks } from "../sites/find.ts";
import { keptProblems, problemJson } from "../sites/kept.ts";
import { sitesOf } from "../sites/sources.ts";
import { NO_BROWSER, openInBrowser } from "../terminal/browser.ts";
import { addVerb, type GlobalOptions, optionsOf, type Program } from "../terminal/options.ts";
import { printNote } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

const DEFAULT_PORT = 4747;

interface ServeOptions extends GlobalOptions {
  readonly port: number;
  readonly open: true | undefined;
}

export function registerServe(program: Program, context: Context): void {
  addVerb(program, "serve", {
    summary: "serve the page on this computer",
    description: "Serve the page on this computer until you press Ctrl-C; prints its address when it is ready.",
    examples: {
      "dailyleet serve": `http://localhost:${DEFAULT_PORT}`,
      "dailyleet serve --open": "and open it",
      "dailyleet serve --port 0": "on a free port",
    },
  })
    .addOption(
      new Option("--port <number>", "port to use; 0 picks a free one")
        .env("DAILYLEET_PORT")
        .default(DEFAULT_PORT)
        .argParser(readPort),
    )
    .option("--open", "open the page in your browser, too")
    .action((_options, command) => runServe(context, optionsOf(command)));
}

async function runServe(context: Context, options: ServeOptions): Promise<void> {
  const config = loadConfig(context);
  if (config.firebase) {
    const found = `${placesOf(context).configFile} has a 'firebase' section`;
    const reason = "such a site is hosted on Firebase, not served from here";
    const advice = "see docs/deploy.md, or remove the section for local mode";
    throw new DailyleetError("bad-config", `${found}, and ${reason}; ${advice}.`);
  }
  const interruption = context.interruption();
  const { startServer } = await import("@dailyleet/local/server");
  const lost = await lostData(context);
  await withDatabase(context, "write", async (database) => {
    const server = await startServer({
      database,
      siteDirectory: join(context.programDirectory, "site"),
      port: options.port,
      config,
      onWrite: () => void keepDaily(context, config, database),
      notice: createNotice(context, database, lost),
      ...(await fileServing(context, config)),
      sites: siteServing(context, config, database, options),
    });
    try {
      context.stdout.write(`${server.url}\n`);
      if (options.open && !(await openInBrowser(context, server.url))) printNote(context, NO_BROWSER);
      if (!interruption.aborted) await once(interruption, "abort");
    } finally {
      await server.close();
    }
  });
}

const GONE = "The database file is gone, and nothing is saved: stop the server, and run dailyleet restore";

/**
 * Returns the page's notice about the database, and prints it once when the file has vanished. `lost` is the notice of a
 * server that began without a database; it stands until a `restore` or an `import`.
 */
function createNotice(context: Context, { get }: Database, lost: string | null): () => string | null {
  let isTold = false;
  return () => {
    if (existsSync(placesOf(context).databaseFile)) {
      return get("SELECT 1 FROM history WHERE command = 'restore' OR command = 'import'") === undefined ? lost : null;
    }
    if (!isTold) printNote(context, `${GONE}.`);
    isTold = true;
    return GONE;
  };
}

/** Lets the server read the file of questions that the configuration names. */
async function fileServing(context: Context, { sheet = "" }: Config): Promise<Pick<ServerOptions, "readQuestions">> {
  if (!SHEET_FILE.test(sheet)) return {};
  return { readQuestions: () => readOwnSheet(context, sheet) };
}

/** Asks the sites for the page: one request at a time, however many tabs there are. */
function siteServing(
  context: Context,
  config: Config,
  database: Database,
  options: GlobalOptions,
): ServerOptions["sites"] {
  let sites: Promise<Sites> | undefined;
  const open = () => {
    sites ??= import("../sites/ask.ts").then(({ openSites }) => openSites(context));
    return sites;
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
  return {
    accounts: () => SITE_KEYS.filter((site) => loadChoices(context).accounts?.[site] !== undefined),
    fetch(uid, again) {
      const profile = uid === null ? options.profile : profileOf(database, uid)?.name;
      const readData = () => withTracker(context, config, { ...options, profile }, (tracker) => tracker.data());
      const finding = { open, keys: [], since: null, notBefore: again ? context.now() : 0, offered: false, readData };
      return inTurn(async () => {
        const found = await findTicks(context, config, finding);
        const tick = ({ cell: _, ...rest }: FoundTick) => rest;
        return { version: 1, sites: found.sites, changes: found.changes.map(tick), offered: found.offered.map(tick) };
      });
    },
    problems: () =>
      inTurn(async () => {
        const isOn = loadChoices(context).problems === true;
        if (isOn) await (await open()).askProblems(sitesOf(config));
        const sources = sourcesOf(config);
        const problems = isOn ? keptProblems(context, sources) : sources.map(() => null);
        return { version: 1, problems: problems.map(problemJson) };
      }),
  };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a number from 0 to 65535.");
}
