import { countDoneCells, countMarks, DailyleetError, doneCells, type Ticks, type TicksByYear } from "@dailyleet/core";
import {
  createProfile,
  type Database,
  findProfile,
  listProfiles,
  readAllTicks,
  removeProfile,
  renameProfile,
  requireAnother,
} from "@dailyleet/local";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { keepDaily, saveBackup } from "../files/backups.ts";
import { loadConfig, withDatabase } from "../files/directories.ts";
import { addVerb, type CommonOptions, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";
import { openLocalTracker } from "../tracker/openTracker.ts";
import type { Person, Tracker } from "../tracker/tracker.ts";
import { amountText } from "./changes.ts";

const ACTIONS = ["add", "rename", "remove"] as const;
type Action = (typeof ACTIONS)[number];
const NAMES_NEEDED: Readonly<Record<Action, number>> = { add: 1, rename: 2, remove: 1 };

interface ProfilesOptions extends CommonOptions {
  /** Absent: list them. */
  readonly action: Action | undefined;
  readonly names: readonly string[];
  /** Remove without asking. */
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
    .addOption(JSON_OPTION)
    .action((action, names, _options, command) => runProfiles(context, { ...optionsOf(command), action, names }));
}

async function runProfiles(context: Context, options: ProfilesOptions): Promise<void> {
  checkNames(options);
  const config = loadConfig(context);
  if (config.firebase !== undefined) {
    const advice = "'dailyleet logout --leave' switches back";
    throw new DailyleetError("usage", `Profiles are for local mode, and this computer is in cloud mode; ${advice}.`);
  }
  const sentence = await (options.action === "remove" ? remove : change)(context, options);
  const profiles = await withDatabase(context, async (database) => {
    if (sentence !== null) await keepDaily(context, config, database);
    return listProfiles(database);
  });
  if (options.json) printJson(context, { version: 1, profiles });
  else context.stdout.write(`${sentence ?? profiles.map(({ name }) => oneLine(name)).join("\n")}\n`);
}

function checkNames({ action, names }: ProfilesOptions): void {
  const needed = action === undefined ? 0 : NAMES_NEEDED[action];
  if (names.length === needed) return;
  const wanted = needed === 1 ? "one name" : "the old name and the new one";
  const hint = names.length > needed ? "; put a name with spaces in quotation marks" : "";
  throw new DailyleetError("usage", `'dailyleet profiles ${action}' needs ${wanted}${hint}.`);
}

/** Returns what it did, for people; null where there is only a list to show. */
async function change(context: Context, { action, names }: ProfilesOptions): Promise<string | null> {
  const [name = "", newName = ""] = names;
  if (action === undefined) return null;
  return withDatabase(context, (database) => {
    if (action === "add") return `Added profile ${oneLine(createProfile(database, name).name)}.`;
    const old = findProfile(database, name);
    return `Renamed profile ${oneLine(old.name)} to ${oneLine(renameProfile(database, old, newName).name)}.`;
  });
}

async function remove(context: Context, options: ProfilesOptions): Promise<string> {
  const tracker = openLocalTracker(context, loadConfig(context), options.names[0]);
  try {
    const name = oneLine(tracker.person.name);
    requireAnother(tracker.database, tracker.person);
    if (!options.yes && !(await isWanted(context, tracker, options))) return "Nothing was removed.";
    note(context, `Saved a backup to ${await backUpAndRemove(context, tracker)}.`);
    return `Removed profile ${name}.`;
  } finally {
    tracker.close();
  }
}

/** Throws `usage` where nobody can be asked, and `interrupted`. */
async function isWanted(context: Context, tracker: Tracker, { json }: ProfilesOptions): Promise<boolean> {
  const { ticks, marks } = await tracker.readData();
  const amount = amountText(countDoneCells(ticks), countMarks(marks));
  const question = `Remove profile ${oneLine(tracker.person.name)} with ${amount}? A backup is saved first. [y/N] `;
  const answer = json ? null : await context.ask(question);
  if (answer !== null) return answer !== false && /^\s*y(es)?\s*$/i.test(answer);
  throw new DailyleetError("usage", `${json ? "--json asks nothing" : "Not a terminal"}; pass --yes to remove.`);
}

/** Throws `storage` where the backup would lack a tick of the database: the tick would be gone for good. */
function requireWhole(database: Database, { uid, name }: Person, copied: TicksByYear): void {
  const isCopied = ({ year, ticks }: { year: number | null; ticks: Ticks }) =>
    doneCells(ticks).every(({ day, source }) => copied[year ?? Number.NaN]?.[day]?.[source]);
  if (readAllTicks(database, uid).every(isCopied)) return;
  const advice = "nothing was removed; keep the file dailyleet.db and report this";
  throw new DailyleetError("storage", `The backup would miss some ticks of ${oneLine(name)}; ${advice}.`);
}

/** In one transaction, so that the backup holds every accepted tick and mark. Returns the backup's path. */
function backUpAndRemove(context: Context, tracker: Tracker): Promise<string> {
  const { database, person } = tracker;
  return database.transactionAsync(async () => {
    const data = await tracker.readData();
    requireWhole(database, person, data.ticks);
    removeProfile(database, person);
    return saveBackup(context, person.uid, data);
  });
}
