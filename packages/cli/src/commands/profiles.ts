import {
  amountText,
  type Config,
  countDoneCells,
  counted,
  countMarks,
  doneCells,
  type Owner,
  type PersonData,
  storageError,
  type TicksByYear,
  usageError,
} from "@dailyleet/core";
import {
  createOutbox,
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
import { Argument, InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isSaidYes, oneLine, printJson, shellWord, writeText } from "../terminal/output.ts";
import { keepBackup, saveBackup } from "../tracker/backups.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

const ACTIONS = ["add", "rename", "remove"] as const;
type Action = (typeof ACTIONS)[number];
const NAMES_NEEDED: Readonly<Record<Action, number>> = { add: 1, rename: 2, remove: 1 };

interface ProfilesOptions extends CommonOptions {
  /** Undefined to list the profiles. */
  readonly action: Action | undefined;
  readonly names: readonly string[];
  readonly yes: true | undefined;
}

export function registerProfiles(program: Program, context: CommandContext): void {
  addVerb(program, context, "profiles", {
    summary: "show who is active; add, rename, remove profiles",
    description:
      "List the profiles on this computer, add, rename or remove one; the page has the same ones. In cloud mode, show who is signed in, and how many changes wait to be sent.",
    examples: {
      "dailyleet profiles": "their names and the active one, or your e-mail address",
      "dailyleet profiles add Asha": "then: dailyleet tick 3 --profile Asha",
      "dailyleet profiles rename You Ravi": "the ticks stay",
      "dailyleet profiles remove Asha": "asks first and saves a backup",
    },
  })
    .addArgument(new Argument("[action]", "what to do; default: list them").choices(ACTIONS).argParser(readAction))
    .argument("[profile...]", "the profile's name; for rename, the old name and the new one")
    .option("--yes", "remove without asking")
    .addOption(OPTION.json)
    .action((action, names, _options, command) => runProfiles(context, { ...optionsOf(command), action, names }));
}

async function runProfiles(context: CommandContext, options: ProfilesOptions): Promise<void> {
  checkNames(options);
  const config = context.config();
  const sentence = options.action === undefined ? null : await change(context, config, options, options.action);
  // The name in `--profile` may have just been renamed or removed.
  const reading = sentence === null ? options : { ...options, profile: undefined };
  const { active, all, unsent } = await withTracker(context, config, reading, async ({ person, database }) => ({
    active: person,
    all: config.firebase ? [person] : listProfiles(database),
    unsent: (await createOutbox(database).list(person.uid)).length,
  }));
  const mode = config.firebase ? "cloud" : "local";
  if (options.json) printJson(context, { version: 1, mode, active, profiles: all, unsent });
  else if (sentence !== null) writeText(context.stdout, `${sentence}\n`);
  else if (mode === "cloud") writeText(context.stdout, `Signed in as ${oneLine(active.name)}.\n${waitingText(unsent)}`);
  else {
    const lines = all.map(({ uid, name }) => `${oneLine(name)}${uid === active.uid ? " (active)" : ""}\n`);
    writeText(context.stdout, lines.join(""));
  }
}

function readAction(word: string): Action {
  const action = ACTIONS.find((one) => one === word);
  if (action !== undefined) return action;
  throw new InvalidArgumentError(`Allowed choices are ${ACTIONS.join(", ")}; any command takes --profile NAME.`);
}

function waitingText(unsent: number): string {
  return unsent === 0 ? "" : `${counted(unsent, "change")} waiting; 'dailyleet sync' sends what waits.\n`;
}

function checkNames({ action, names }: ProfilesOptions): void {
  const needed = action === undefined ? 0 : NAMES_NEEDED[action];
  if (names.length === needed) return;
  const wanted = needed === 1 ? "one name" : "the old name and the new one";
  const hint = names.length > needed ? "; put a name with spaces in quotation marks" : "";
  throw usageError(`'dailyleet profiles ${action}' needs ${wanted}${hint}.`);
}

/** Resolves to a sentence about the outcome. */
async function change(context: Context, config: Config, options: ProfilesOptions, action: Action): Promise<string> {
  if (config.firebase !== undefined) {
    const advice = "'dailyleet logout --leave' switches back";
    throw usageError(`Profiles are for local mode, and this computer is in cloud mode; ${advice}.`);
  }
  return withDatabase(context, "write", async (database) => {
    const sentence = await act(context, config, database, options, action);
    await keepBackup(context, config, database, { cells: 0, command: "profiles" });
    return sentence;
  });
}

async function act(
  context: Context,
  config: Config,
  database: Database,
  { names: [given = "", newName = ""], yes, json }: ProfilesOptions,
  action: Action,
): Promise<string> {
  if (action === "add") {
    const added = oneLine(createProfile(database, given).name);
    return `Added profile ${added}. To use it: --profile ${shellWord(added)}`;
  }
  const person = findProfile(database, given);
  const name = oneLine(person.name);
  if (action === "rename")
    return `Renamed profile ${name} to ${oneLine(renameProfile(database, person, newName).name)}.`;
  requireAnother(database, person);
  const { year } = todayOf(context, config);
  const read = () => readPersonData(database, person.uid, year);
  if (!yes && !(await isWanted(context, name, read(), json))) return "Nothing was removed.";
  // In one transaction, so that the backup holds every tick and mark made before the removal.
  database.transaction(() => {
    const data = read();
    requireWhole(database, person, data.ticks);
    removeProfile(database, person);
    saveBackup(context, person, data, "before removal");
  });
  return `Removed profile ${name}.`;
}

/** Asks before a removal. Throws `usage` where nobody can be asked, and `interrupted`. */
async function isWanted(context: Context, name: string, { ticks, marks }: PersonData, json?: true): Promise<boolean> {
  const amount = amountText(countDoneCells(ticks), countMarks(marks));
  const answer = json
    ? null
    : await context.ask(`Remove profile ${name} with ${amount}? A backup is saved first. [y/N] `);
  if (answer !== null) return isSaidYes(answer);
  throw usageError(`${json ? "--json asks nothing" : "Not a terminal"}; pass --yes to remove.`);
}

/** Throws `storage` if the backup would lack a tick, which the removal would lose for good. */
function requireWhole(database: Database, { uid, name }: Owner, copied: TicksByYear): void {
  const stored = readAllTicks(database, uid).flatMap(({ ticks }) => doneCells(ticks));
  if (stored.length === countDoneCells(copied)) return;
  const advice = "nothing was removed; keep the file dailyleet.db and report this";
  throw storageError(`The backup would miss some ticks of ${oneLine(name)}; ${advice}.`);
}
