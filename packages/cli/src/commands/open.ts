import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Config,
  DailyleetError,
  fold,
  isDailyleetError,
  parseSource,
  SHEET_FILE,
  type Source,
  type SourceNumber,
  sourcesOf,
} from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { ServerOptions } from "@dailyleet/local/server";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { keepDaily, lostData } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { loadConfig, placesOf } from "../files/directories.ts";
import {
  addVerb,
  type CommonOptions,
  type GlobalOptions,
  HELP,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";

interface OpenOptions extends CommonOptions, ListOptions {
  readonly what: string;
  readonly print: true | undefined;
}

export function registerOpen(program: Program, context: Context): void {
  addVerb(program, "open", {
    summary: "open a source or a question in the browser",
    description: "Open a source's page or a question in the browser; a number that means both is asked about.",
    examples: {
      "dailyleet open leetcode": "LeetCode's problems",
      "dailyleet open two-sum": "a question",
      "dailyleet open leetcode --print": "its address",
    },
  })
    .argument("<source-or-question>", `${HELP.source}; a question: ${HELP.question}`)
    .option("--print", "print the address only")
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action((what, _options, command) => runOpen(context, { ...optionsOf(command), what }));
}

async function runOpen(context: Context, options: OpenOptions): Promise<void> {
  const found = await findPage(context, withList(loadConfig(context), options), options.what);
  const address = new URL(found.url).href;
  if (options.json) printJson(context, { version: 1, ...found, url: address });
  else context.stdout.write(`${address}\n`);
  if (!options.print && !(await openInBrowser(context, address))) {
    throw new DailyleetError("unavailable", NO_BROWSER);
  }
}

async function findPage(context: Context, config: Config, text: string) {
  const sources = sourcesOf(config);
  const source = readSource(text, sources);
  if (typeof source !== "number") {
    const { findLink } = await import("./questions/practice.ts");
    return findLink(context, config, text, source);
  }
  const { name = "", url = "" } = sources[source - 1] ?? {};
  const question = /^\d$/.test(text.trim()) ? await askForQuestion(context, config, source, name) : null;
  return question ?? { source, name, url };
}

function readSource(text: string, sources: readonly Source[]): SourceNumber | DailyleetError {
  try {
    return parseSource(text, sources);
  } catch (error) {
    if (isDailyleetError(error)) return error;
    throw error;
  }
}

/** Null for the source: a number may mean a question, too, and then a person says which. Throws `usage` in a script. */
async function askForQuestion(context: Context, config: Config, source: SourceNumber, name: string) {
  const { findNumbered } = await import("./questions/practice.ts");
  const question = await findNumbered(context, config, source);
  if (question === null) return null;
  const [site, title] = [oneLine(name), oneLine(question.name)];
  const answer = await context.ask(`Open the source ${site} or the question ${title}? [s/q] `);
  const word = answer ? fold(answer) : "";
  if (word !== "" && "source".startsWith(word)) return null;
  if (word !== "" && "question".startsWith(word)) return question.page();
  const [first, second] = [site.toLowerCase(), oneLine(question.word)].map((text) => {
    return `'dailyleet open ${/^[\w.:/-]+$/.test(text) ? text : `"${text}"`}'`;
  });
  const sentence = `'${source}' is both the source ${site} and the question ${title}; use ${first} or ${second}.`;
  throw new DailyleetError("usage", sentence);
}

/** For a person who has been shown the address. */
export const NO_BROWSER = "Can't start a browser; open the address above yourself.";

/** Hands a web address to the person's browser and resolves to whether that works. */
export function openInBrowser({ env, platform, start }: Context, address: string): Promise<boolean> {
  if (platform !== "win32") return start(platform === "darwin" ? "open" : "xdg-open", [address]);
  // A full path: Windows looks for a bare name in the current directory first.
  const { SystemRoot = "C:\\Windows" } = env;
  return start(`${SystemRoot}\\System32\\rundll32.exe`, ["url.dll,FileProtocolHandler", address]);
}

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

async function runServe(context: Context, { port, open }: ServeOptions): Promise<void> {
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
      port,
      config,
      onWrite: () => void keepDaily(context, config, database),
      notice: createNotice(context, database, lost),
      ...(await fileServing(context, config)),
    });
    try {
      context.stdout.write(`${server.url}\n`);
      if (open && !(await openInBrowser(context, server.url))) note(context, NO_BROWSER);
      if (!interruption.aborted) await once(interruption, "abort");
    } finally {
      await server.close();
    }
  });
}

const GONE = "The database file is gone, and nothing is saved: stop the server, and run dailyleet restore";

/**
 * What the page says of the database; the terminal, too, once it is gone. `lost`: what backups hold, where the server began
 * without a database. Said until it was brought back.
 */
function createNotice(context: Context, { get }: Database, lost: string | null): () => string | null {
  let isTold = false;
  return () => {
    if (existsSync(placesOf(context).databaseFile)) {
      return get("SELECT 1 FROM history WHERE command = 'restore' OR command = 'import'") === undefined ? lost : null;
    }
    if (!isTold) note(context, `${GONE}.`);
    isTold = true;
    return GONE;
  };
}

/** Reads the questions of a file for the server, where the configuration names one. */
async function fileServing(context: Context, { sheet = "" }: Config): Promise<Pick<ServerOptions, "readSheetFile">> {
  if (!SHEET_FILE.test(sheet)) return {};
  const { readSheetFile } = await import("./questions/sheet.ts");
  return { readSheetFile: () => readSheetFile(context, sheet) };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a number from 0 to 65535.");
}
