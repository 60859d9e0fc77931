import {
  amountText,
  type Config,
  countDoneCells,
  countMarks,
  DailyleetError,
  doneCells,
  type PersonData,
  type TicksByYear,
} from "@dailyleet/core";
import {
  createProfile,
  type Database,
  findProfile,
  listProfiles,
  readAllTicks,
  readPersonData,
  removeProfile,
  renameProfile,
  requireAnother,
} from "@dailyleet/local";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { keepBackup, saveBackup } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { loadConfig } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isSaidYes, oneLine, printJson, writeText } from "../terminal/output.ts";
import type { Person } from "../tracker/tracker.ts";

const ACTIONS = ["add", "rename", "remove"] as const;
type Action = (typeof ACTIONS)[number];
const NAMES_NEEDED: Readonly<Record<Action, number>> = { add: 1, rename: 2, remove: 1 };

interface ProfilesOptions extends CommonOptions {
  /** Without an action, the profiles are listed. */
  readonly action: Action | undefined;
  readonly names: readonly string[];
  readonly yes: true | undefined;
}

export function registerProfiles(program: Program, context: Context): void {
  addVerb(program, "profiles", {
    summary: "list, add, rename or remove profiles",
    description: "List, add, rename or remove the profiles on this computer; the page has the same ones.",
    examples: {
      "dailyleet profiles": "their names",
      "dailyleet profiles add Asha": "then: dailyleet tick 3 --profile Asha",
      "dailyleet profiles rename You Ravi": "the ticks stay",
      "dailyleet profiles remove Asha": "asks first and saves a backup",
    },
  })
    .addArgument(new Argument("[action]", "what to do; default: list them").choices(ACTIONS))
    .argument("[profile...]", "the profile's name; for rename, the old name and the new one")
    .option("--yes", "remove without asking")
    .addOption(OPTION.json)
    .action((action, names, _options, command) => runProfiles(context, { ...optionsOf(command), action, names }));
}

async function runProfiles(context: Context, options: ProfilesOptions): Promise<void> {
  checkNames(options);
  const config = loadConfig(context, options);
  if (config.firebase !== undefined) {
    const advice = "'dailyleet logout --leave' switches back";
    throw new DailyleetError("usage", `Profiles are for local mode, and this computer is in cloud mode; ${advice}.`);
  }
  const { sentence, profiles } = await withDatabase(context, options.action ? "write" : "read", async (database) => {
    const sentence = await act(context, config, database, options);
    if (sentence !== null) await keepBackup(context, config, database, { cells: 0, command: "profiles" });
    return { sentence, profiles: listProfiles(database) };
  });
  if (options.json) printJson(context, { version: 1, profiles });
  else writeText(context.stdout, `${sentence ?? profiles.map(({ name }) => oneLine(name)).join("\n")}\n`);
}

function checkNames({ action, names }: ProfilesOptions): void {
  const needed = action === undefined ? 0 : NAMES_NEEDED[action];
  if (names.length === needed) return;
  const wanted = needed === 1 ? "one name" : "the old name and the new one";
  const hint = names.length > needed ? "; put a name with spaces in quotation marks" : "";
  throw new DailyleetError("usage", `'dailyleet profiles ${action}' needs ${wanted}${hint}.`);
}

/** Returns a sentence about the action; null without an action. */
async function act(
  context: Context,
  config: Config,
  database: Database,
  { action, names: [given = "", newName = ""], yes, json }: ProfilesOptions,
): Promise<string | null> {
  if (action === undefined) return null;
  if (action === "add") return `Added profile ${oneLine(createProfile(database, given).name)}.`;
  const person = findProfile(database, given);
  const name = oneLine(person.name);
  if (action === "rename")
    return `Renamed profile ${name} to ${oneLine(renameProfile(database, person, newName).name)}.`;
  requireAnother(database, person);
  const { year } = todayOf(context, config);
  const read = () => readPersonData(database, person.uid, year);
  if (!yes && !(await isWanted(context, name, read(), json))) return "Nothing was removed.";
  // In one transaction, so that the backup holds every accepted tick and mark.
  database.transaction(() => {
    const data = read();
    requireWhole(database, person, data.ticks);
    removeProfile(database, person);
    saveBackup(context, person, data, "before removal");
  });
  return `Removed profile ${name}.`;
}

/** Throws `usage` where nobody can be asked, and `interrupted`. */
async function isWanted(context: Context, name: string, { ticks, marks }: PersonData, json?: true): Promise<boolean> {
  const amount = amountText(countDoneCells(ticks), countMarks(marks));
  const answer = json
    ? null
    : await context.ask(`Remove profile ${name} with ${amount}? A backup is saved first. [y/N] `);
  if (answer !== null) return isSaidYes(answer);
  throw new DailyleetError("usage", `${json ? "--json asks nothing" : "Not a terminal"}; pass --yes to remove.`);
}

/** Throws `storage` if the backup would lack a tick, which would then be lost for good. */
function requireWhole(database: Database, { uid, name }: Person, copied: TicksByYear): void {
  const stored = readAllTicks(database, uid).flatMap(({ ticks }) => doneCells(ticks));
  if (stored.length === countDoneCells(copied)) return;
  const advice = "nothing was removed; keep the file dailyleet.db and report this";
  throw new DailyleetError("storage", `The backup would miss some ticks of ${oneLine(name)}; ${advice}.`);
}
