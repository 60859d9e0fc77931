import { existsSync } from "node:fs";
import { type Config, DailyleetError } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { namingNewestCopy } from "../../files/copies.ts";
import { withDatabase } from "../../files/database.ts";
import { placesOf, requireOwnDirectories } from "../../files/directories.ts";
import { loadConfig } from "../../files/settings.ts";
import { lookOf } from "../../terminal/look.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { printJson } from "../../terminal/print.ts";
import { checkClock } from "./clock.ts";
import { checkServers, checkSignIn } from "./cloud.ts";
import { checkIntegrity, checkProfiles, checkUnsent, lastChange } from "./database.ts";
import { checkDirectories } from "./directories.ts";
import { type Finding, fromError, hint, ok } from "./finding.ts";
import { checkCloudMarks, checkLocalMarks } from "./marks.ts";
import { findingsJson, needsMending, renderFindings, textsOf } from "./render.ts";

const FAILED = 1;

/** What `dailyleet doctor` answers. */
export async function examine(context: Context, options: CommonOptions): Promise<void> {
  const findings = await findAll(context);
  if (options.json) printJson(context, findingsJson(findings));
  else context.stdout.write(renderFindings(findings, await lookOf(context, options, textsOf(findings))));
  if (needsMending(findings)) context.setExitCode(FAILED);
}

async function findAll(context: Context): Promise<Finding[]> {
  const program = ok("program", `dailyleet ${context.version}, Node ${context.nodeVersion}`);
  try {
    requireOwnDirectories(context);
  } catch (error) {
    return [program, fromError("directories", error)];
  }
  const { config, finding } = readConfig(context);
  const first = [program, ...checkDirectories(context), finding];
  const { databaseFile } = placesOf(context);
  const isCloud = config?.firebase !== undefined;
  if (!existsSync(databaseFile) && !isCloud) {
    const isReady = !needsMending(first);
    const advice = isReady
      ? "nothing; the first tick creates it"
      : "fix the problems above; then the first tick creates it";
    const none = hint("database", `${databaseFile} is not there yet`, advice);
    return [...first, none, checkClock(context, 0, null)];
  }
  try {
    return [...first, ...(await withDatabase(context, (database) => findInDatabase(context, config, database)))];
  } catch (error) {
    return [
      ...first,
      fromError("database", error instanceof DailyleetError ? namingNewestCopy(context, error) : error),
    ];
  }
}

async function findInDatabase(context: Context, config: Config | null, database: Database): Promise<Finding[]> {
  const { unwritable } = database;
  const file = [checkIntegrity(database), ...(unwritable ? [fromError("database", unwritable)] : [])];
  const changed = lastChange(database);
  if (config?.firebase === undefined) {
    const clock = checkClock(context, changed, null);
    return [...file, clock, checkProfiles(database), ...checkLocalMarks(database)];
  }
  const { findings, serverTime } = await checkServers(context);
  const { uid, finding } = await checkSignIn(context, config, database);
  const clock = checkClock(context, changed, serverTime);
  const own = uid === null ? [] : [...(await checkUnsent(database, uid)), ...checkCloudMarks(database, uid)];
  return [...file, clock, ...findings, finding, ...own];
}

function readConfig(context: Context): { config: Config | null; finding: Finding } {
  const { configFile } = placesOf(context);
  try {
    const config = loadConfig(context);
    const mode = config.firebase ? `cloud mode, project ${config.firebase.projectId}` : "local mode";
    const keys = Object.keys(config);
    const set = keys.length === 0 ? "nothing is set" : `sets ${keys.join(", ")}`;
    return {
      config,
      finding: ok("configuration", `${mode}; ${configFile} ${existsSync(configFile) ? set : "is not there"}`),
    };
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    return { config: null, finding: fromError("configuration", error) };
  }
}
