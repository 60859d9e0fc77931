import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { configError, configFor, type JudgeKey, type SiteConfig } from "@dailyleet/core";
import { type Database, listProfiles, profileNamed, profileWith, readSettings } from "@dailyleet/local";
import type { ServerOptions } from "@dailyleet/local/server";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { lostData } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { knownConfig, loadSite } from "../files/settings.ts";
import type { Judges } from "../judges/ask.ts";
import { findTicks } from "../judges/find.ts";
import { keptProblems } from "../judges/kept.ts";
import { readOwnSheet } from "../questions/sheet.ts";
import { NO_BROWSER, openInBrowser } from "../terminal/browser.ts";
import { type GlobalOptions, optionsOf, type Program } from "../terminal/options.ts";
import { printNote, printNotes } from "../terminal/output.ts";
import { keepBackup, keepBackupOfMany } from "../tracker/backups.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

const DEFAULT_PORT = 4747;

interface ServeOptions extends GlobalOptions {
  readonly port: number;
  readonly open: true | undefined;
}

export function registerServe(program: Program, context: CommandContext): void {
  addVerb(program, context, "serve", {
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
  const readSite = createSiteReader(context);
  const interruption = context.interruption();
  const { startServer } = await import("@dailyleet/local/server");
  const lost = await lostData(context);
  await withDatabase(context, "write", async (database) => {
    const backups = createBackupKeeper(context, database);
    const server = await startServer({
      database,
      siteDirectory: join(context.programDirectory, "site"),
      port: options.port,
      config: readSite,
      onWrite: backups.afterWrite,
      notice: createNotice(context, database, lost),
      readQuestions: (sheet) => readOwnSheet(context, sheet),
      sites: siteServing(context, database, readSite, options),
      backups: backupServing(context, database, readSite),
    });
    try {
      context.stdout.write(`${server.url}\n`);
      if (options.open && !(await openInBrowser(context, server.url))) printNote(context, NO_BROWSER);
      if (!interruption.aborted) await once(interruption, "abort");
    } finally {
      await server.close();
      await backups.close();
    }
  });
}

/** A page sends many requests for one import. The import counts as over when no request comes for this long. */
const QUIET_MS = 10_000;

/** Saves a backup after the first write of a day, and after many writes in a row. */
function createBackupKeeper(context: Context, database: Database) {
  let timer: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    return keepBackupOfMany(context, knownConfig(context), database);
  };
  return {
    afterWrite() {
      void keepBackup(context, knownConfig(context), database, { cells: 1, command: "changes" });
      clearTimeout(timer);
      timer = setTimeout(keep, QUIET_MS);
    },
    /** Saves now if it is waiting for further writes. */
    async close() {
      if (timer !== undefined) await keep();
    },
  };
}

const GONE = "The database file is gone, and nothing is saved: stop the server, and run dailyleet restore";

/**
 * Returns the page's notice about the database; prints it once if the file has vanished. `lost` is the notice of a
 * server that started without the earlier database; it stands until a `restore` or an `import`.
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

/**
 * Reads the site's configuration anew at each call. While the file has a fault or a `firebase` section, returns the
 * last good configuration with the fault; prints each fault once. Throws `bad-config` if the section is there at the
 * start.
 */
function createSiteReader(context: Context): () => SiteConfig {
  let { site: good } = loadSite(context);
  if (good.firebase) throw configError(cloudFault(context));
  let told = good.fault ?? null;
  return () => {
    const { site } = loadSite(context);
    const fault = site.firebase ? cloudFault(context) : (site.fault ?? null);
    if (fault === null) good = site;
    else if (fault !== told) printNote(context, `${fault} Until then the settings before count.`);
    told = fault;
    return { ...good, ...(fault !== null && { fault }) };
  };
}

function cloudFault(context: Context): string {
  const found = `${placesOf(context).configFile} has a 'firebase' section`;
  const reason = "such a site is hosted on Firebase, not served from here";
  return `${found}, and ${reason}; see docs/deploy.md, or remove the section for local mode.`;
}

/** Asks the sites for the page, one request at a time across all tabs. */
function siteServing(
  context: Context,
  database: Database,
  readSite: () => SiteConfig,
  options: GlobalOptions,
): ServerOptions["sites"] {
  const configOf = (uid: string) => configFor(readSite(), readSettings(database, uid));
  /** The person of a page's token; without a token, the person of this command. */
  const personOf = (uid: string | null) =>
    (uid !== null && profileWith(database, uid)) || profileNamed(listProfiles(database), options.profile);
  const isNamed = (judge: JudgeKey, account: string) =>
    listProfiles(database).some(({ uid }) => configOf(uid).accounts?.[judge] === account);
  let judges: Promise<Judges> | undefined;
  const open = () => {
    judges ??= import("../judges/ask.ts").then(({ openJudges }) => {
      const opened = openJudges(context, isNamed);
      printNotes(context, opened.notes);
      return opened;
    });
    return judges;
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
  return {
    fetch: (uid) =>
      inTurn(async () => {
        const person = personOf(uid);
        const config = configOf(person.uid);
        const own = { ...options, profile: person.name };
        const readData = () => withTracker(context, config, own, (tracker) => tracker.data());
        const finding = { judges: await open(), keys: [], since: null, again: false, readData };
        const { sites, ticks, problemFaults } = await findTicks(context, config, finding);
        printNotes(context, problemFaults);
        return { version: 1, sites, ticks };
      }),
    problems: (uid) =>
      inTurn(async () => {
        const { sources, problems: isOn } = configOf(personOf(uid).uid);
        if (isOn) printNotes(context, await (await open()).askProblems(sources));
        return { version: 1, problems: isOn ? keptProblems(context, sources) : sources.map(() => null) };
      }),
  };
}

/** Loads the reader of backups when the page first asks for them. */
function backupServing(context: Context, database: Database, readSite: () => SiteConfig): ServerOptions["backups"] {
  const load = async () => (await import("./restore/forPage.ts")).backupsForPage(context, database, readSite);
  return {
    list: async (uid) => (await load()).list(uid),
    read: async (uid, id) => (await load()).read(uid, id),
  };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a number from 0 to 65535.");
}
