import { existsSync } from "node:fs";
import type { Config } from "@dailyleet/core";
import { type Database, listProfiles } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { lostData } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { loadConfig, placesOf, requireOwnDirectories } from "../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";
import { checkServers, checkSignIn, checkUnsent } from "./doctor/cloud.ts";
import {
  checkBackups,
  checkClock,
  checkDirectories,
  checkFullerBackups,
  checkIntegrity,
  checkMarks,
  lastChange,
} from "./doctor/computer.ts";
import { examine, type Finding, hint, ok } from "./doctor/finding.ts";

export function registerDoctor(program: Program, context: Context): void {
  addVerb(program, "doctor", {
    summary: "find problems and how to fix them",
    description:
      "Check directories, database, configuration, clock, sign-in and servers; exits with code 1 if there is a problem.",
    examples: { "dailyleet doctor": "each problem comes with a fix" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runDoctor(context, optionsOf(command)));
}

async function runDoctor(context: Context, options: CommonOptions): Promise<void> {
  const findings = await findAll(context);
  const isBroken = findings.some(isProblem);
  const texts = findings.flatMap(({ found, advice }) => [found, advice ?? ""]);
  if (options.json) printJson(context, { version: 1, ok: !isBroken, findings });
  else context.stdout.write(renderFindings(findings, await capabilitiesOf(context, options, texts)));
  if (isBroken) context.setExitCode(1);
}

const isProblem = ({ state }: Finding) => state === "mend";

/** The words for people; the JSON has the names of the states. */
const STATES = { ok: ["green", "ok"], hint: ["magenta", "hint"], mend: ["red", "problem"] } as const;

const STATE_WIDTH = 9;

const CHECK_WIDTH = 15;

/** A row for each problem and hint, and one that names the checks that are well. */
function renderFindings(findings: readonly Finding[], { paint, columns, measure }: Capabilities): string {
  const row = (state: Finding["state"], check: string, text: string) => {
    const [color, name] = STATES[state];
    const label = paint(color, name) + " ".repeat(STATE_WIDTH - name.length) + check;
    return `${labelled(label, STATE_WIDTH + check.length, text, columns, measure)}\n`;
  };
  const wrong = findings.filter(({ state }) => state !== "ok");
  const well = new Set(findings.map(({ check }) => check));
  for (const { check } of wrong) well.delete(check);
  const rows = wrong.map(({ check, state, found, advice }) =>
    row(state, check.padEnd(CHECK_WIDTH), `${oneLine(found)}\nfix: ${oneLine(advice ?? "")}`),
  );
  return [...rows, row("ok", "", [...well].join(", "))].join("");
}

async function findAll(context: Context): Promise<Finding[]> {
  const program = ok("program", `dailyleet ${context.version}, Node ${context.nodeVersion}`);
  const foreign = await examine("directories", () => requireOwnDirectories(context) ?? []);
  if (foreign.length > 0) return [program, ...foreign];
  const { configFile, databaseFile } = placesOf(context);
  let config = null as Config | null;
  const directories = await checkDirectories(context);
  const configuration = await examine("configuration", () => {
    config = loadConfig(context);
    const mode = config.firebase ? `cloud mode, project ${config.firebase.projectId}` : "local mode";
    return ok("configuration", `${mode}; ${configFile}`);
  });
  const backups = config === null ? [] : await checkBackups(context, config);
  const first = [program, ...directories, ...configuration, ...backups];
  if (!existsSync(databaseFile) && config?.firebase === undefined) {
    const way = first.some(isProblem) ? "fix the problems above; then" : "nothing;";
    const [lost, restore] = (await lostData(context))?.split("; ") ?? [];
    const none = hint(
      "database",
      `${databaseFile} is not there${lost ? `, but ${lost}` : " yet"}`,
      restore ?? `${way} the first tick creates it`,
    );
    return [...first, none, checkClock(context, config, 0, null)];
  }
  const others = await examine("database", () =>
    withDatabase(context, "read", (database) => checkDatabase(context, config, database)),
  );
  return [...first, ...others];
}

/** The database and what it tells of the clock, the sign-in and the person's data. */
async function checkDatabase(context: Context, config: Config | null, database: Database): Promise<Finding[]> {
  const file = checkIntegrity(database);
  const changed = lastChange(database);
  if (config?.firebase === undefined) {
    const clock = checkClock(context, config, changed, null);
    const marks = listProfiles(database).flatMap(({ uid, name }) => checkMarks(database, "documents", uid, name));
    const fuller = config === null ? [] : await checkFullerBackups(context, config, database);
    return [file, clock, ok("sign-in", "not needed in local mode"), ...marks, ...fuller];
  }
  const servers = await checkServers(context);
  const { uid, findings } = await checkSignIn(context, config, database);
  const clock = checkClock(context, config, changed, servers.serverTime);
  const account = [file, clock, ...servers.findings, ...findings];
  if (uid === null) return account;
  const marks = checkMarks(database, "known_documents", uid, "as last read");
  return [...account, ...(await checkUnsent(database, uid)), ...marks];
}
