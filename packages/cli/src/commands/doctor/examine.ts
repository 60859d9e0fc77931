import { existsSync } from "node:fs";
import { type Config, DailyleetError } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { namingNewestBackup } from "../../files/backups.ts";
import { loadConfig, placesOf, requireOwnDirectories, withDatabase } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { oneLine, printJson } from "../../terminal/output.ts";
import { labelled } from "../../terminal/width.ts";
import {
  checkBackups,
  checkClock,
  checkCloudMarks,
  checkDirectories,
  checkIntegrity,
  checkLocalMarks,
  checkProfiles,
  checkServers,
  checkSignIn,
  checkUnsent,
  type Finding,
  fromError,
  hint,
  lastChange,
  ok,
} from "./checks.ts";

const FAILED = 1;

/** What `dailyleet doctor` answers. */
export async function examine(context: Context, options: CommonOptions): Promise<void> {
  const findings = await findAll(context);
  if (options.json) printJson(context, findingsJson(findings));
  else context.stdout.write(renderFindings(findings, await capabilitiesOf(context, options, textsOf(findings))));
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
  const first = [program, ...checkDirectories(context), finding, ...checkBackups(context, config)];
  const { databaseFile } = placesOf(context);
  const isCloud = config?.firebase !== undefined;
  if (!existsSync(databaseFile) && !isCloud) {
    const isReady = !needsMending(first);
    const advice = isReady
      ? "nothing; the first tick creates it"
      : "fix the problems above; then the first tick creates it";
    const none = hint("database", `${databaseFile} is not there yet`, advice);
    return [...first, none, checkClock(context, config, 0, null)];
  }
  try {
    return [...first, ...(await withDatabase(context, (database) => findInDatabase(context, config, database)))];
  } catch (error) {
    return [
      ...first,
      fromError("database", error instanceof DailyleetError ? namingNewestBackup(context, error) : error),
    ];
  }
}

async function findInDatabase(context: Context, config: Config | null, database: Database): Promise<Finding[]> {
  const { unwritable } = database;
  const file = [checkIntegrity(database), ...(unwritable ? [fromError("database", unwritable)] : [])];
  const changed = lastChange(database);
  if (config?.firebase === undefined) {
    const clock = checkClock(context, config, changed, null);
    return [...file, clock, checkProfiles(database), ...checkLocalMarks(database)];
  }
  const { findings, serverTime } = await checkServers(context);
  const { uid, finding } = await checkSignIn(context, config, database);
  const clock = checkClock(context, config, changed, serverTime);
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

const COLORS = { ok: "green", hint: "magenta", mend: "red" } as const;
/** As people read them; the JSON keeps its own words. */
const STATE_NAMES = { ok: "ok", hint: "hint", mend: "problem" } as const;
const STATE_WIDTH = 9;
const CHECK_WIDTH = 15;
const LABEL_WIDTH = STATE_WIDTH + CHECK_WIDTH;

/** A line for each finding, and one more for what to do. */
export function renderFindings(findings: readonly Finding[], terminal: Capabilities): string {
  return findings
    .map(({ check, state, found, advice }) => {
      const name = STATE_NAMES[state];
      const painted = terminal.paint(COLORS[state], name) + " ".repeat(STATE_WIDTH - name.length);
      const label = painted + check.padEnd(CHECK_WIDTH);
      const text = oneLine(found) + (advice === null ? "" : `\nfix: ${oneLine(advice)}`);
      return `${labelled(label, LABEL_WIDTH, text, terminal.columns, terminal.measure)}\n`;
    })
    .join("");
}

/** What `renderFindings` measures. */
export function textsOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ found, advice }) => [found, advice ?? ""]);
}

export function findingsJson(findings: readonly Finding[]): object {
  return { version: 1, ok: !needsMending(findings), findings };
}

export function needsMending(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === "mend");
}
