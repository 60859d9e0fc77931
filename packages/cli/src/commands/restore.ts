import { type Config, type Gain, importPlanText, type PlanAct, READ_AS_WINDOWS } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { readBackup } from "../files/backupContents.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isSaidYes, isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { ignoredText, STRANGER_QUESTION, strangerError } from "../tracker/whose.ts";
import { addVerb, type CommandContext } from "../verb.ts";
import { type Damaged, withReadable } from "./restore/damage.ts";
import { amountOf, type Chosen, countGains, type Here, planFor, type RestorePlan, withHere } from "./restore/here.ts";
import { chooseBackup, noBackupError, runList } from "./restore/list.ts";
import { type Restored, restoreAccount, restoreProfiles } from "./restore/write.ts";

interface RestoreOptions extends CommonOptions {
  /** '-' for stdin; undefined to ask the person. */
  readonly file: string | undefined;
  readonly list: true | undefined;
  readonly from: string | undefined;
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

export function registerRestore(program: Program, context: CommandContext): void {
  addVerb(program, context, "restore", {
    summary: "bring back a backup, or list the backups",
    description:
      "Bring back a backup: add the ticks, marks and settings of all its profiles. No tick is cleared, of two marks on one day the lower one stays, a setting that you have changed stays, and 'dailyleet undo' takes it back. The readable part of a damaged database is kept. The first change of a day saves a backup, and so do imports, large undos and the removal of a profile.",
    examples: {
      "dailyleet restore": "lists the backups that add something, and asks",
      "dailyleet restore --list": "all backups: when, why, whose, and what each adds",
      "dailyleet restore BACKUP --dry-run": "what each profile would gain",
      "dailyleet restore BACKUP --yes": "without asking",
      "dailyleet restore BACKUP --from Ravi": "Ravi's ticks for you: the account, or the profile of --profile",
    },
    needs: { data: false },
  })
    .argument("[file]", "the backup; - for stdin; needed where nobody can be asked")
    .option("--list", "list the backups, and restore nothing")
    .addOption(OPTION.from)
    .addOption(OPTION.dryRun)
    .option("--yes", "restore without asking")
    .addOption(OPTION.json)
    .action((file, _options, command) => runRestore(context, { ...optionsOf(command), file }));
}

async function runRestore(context: CommandContext, options: RestoreOptions): Promise<void> {
  const config = context.config();
  await withReadable(context, async (database, damaged) => {
    if (damaged) printNote(context, `${damaged.amount} of the damaged database can be read and will be kept.`);
    if (options.list) return runList(context, config, options, database);
    const isDeclined = damaged && config.firebase && !options.dryRun && !(await mendFirst(context, options, damaged));
    if (isDeclined) return printNote(context, NOTHING);
    return withHere(context, config, options, database, (here, tracker) =>
      restoreInto(context, config, options, { damaged, here, tracker }),
    );
  });
}

const NOTHING = "Nothing was restored.";

/**
 * Replaces a damaged database in cloud mode before the account is read, which needs a sound one. Of the ticks in it,
 * only the unsent ones are not in the cloud. Resolves to false if the person declines.
 */
async function mendFirst(context: Context, { yes, json }: RestoreOptions, damaged: Damaged): Promise<boolean> {
  const question = "The database is damaged. Keep what can be read of it? [Y/n] ";
  const reply = yes || json ? null : await context.ask(question);
  if (reply !== null && !isYes(reply)) return false;
  damaged.replace();
  return true;
}

interface Target {
  readonly damaged: Damaged | null;
  readonly here: Here;
  readonly tracker: Tracker | null;
}

async function restoreInto(
  context: Context,
  config: Config,
  options: RestoreOptions,
  { damaged, here, tracker }: Target,
): Promise<void> {
  const chosen = await choose(context, config, options, here, damaged !== null);
  if (chosen === "declined") return printNote(context, NOTHING);
  const plan = chosen === null ? { gains: [], stranger: null } : planFor(here, chosen);
  const toMend = tracker === null ? damaged : null;
  if (chosen !== null) tellLeftOut(context, chosen);
  if (options.dryRun || (countGains(plan.gains) === 0 && toMend === null)) {
    return tell(context, options, chosen, { ...plan, saved: null });
  }
  if (!(await consents(context, options, chosen, plan))) return printNote(context, NOTHING);
  toMend?.replace();
  if (chosen === null) return tell(context, options, chosen, { gains: [], saved: null });
  const restored = await (tracker
    ? restoreAccount(context, config, tracker, chosen)
    : restoreProfiles(context, config, options, chosen));
  tell(context, options, chosen, restored);
  tellOthers(context, restored);
}

/** Null if only what is left of a damaged database is to be kept, without a backup. Throws as `chooseBackup`. */
async function choose(
  context: Context,
  config: Config,
  options: RestoreOptions,
  here: Here,
  isDamaged: boolean,
): Promise<Chosen | null | "declined"> {
  const { file, from } = options;
  if (file !== undefined) return { file, found: readBackup(context, file), from };
  const choice = await chooseBackup(context, config, options, here);
  if (choice === "declined") return choice;
  if (choice === "no backup" && !isDamaged) throw noBackupError(context, config);
  if (choice === "nothing new" && !isDamaged) printNote(context, "No backup adds anything to what is here.");
  return typeof choice === "string" ? null : { ...choice, from };
}

/** Asks for consent. Throws `usage` for another person's data where nobody can be asked. */
async function consents(
  context: Context,
  options: RestoreOptions,
  chosen: Chosen | null,
  { gains, stranger }: RestorePlan,
): Promise<boolean> {
  const ask = (question: string) => (options.yes || options.json ? null : context.ask(question));
  const lines = gainsText(gains, "preview");
  if (stranger !== null && chosen !== null) {
    const reply = await ask(`${lines}${stranger}. ${STRANGER_QUESTION}`);
    if (reply === null) throw strangerError(chosen.found, stranger);
    return isSaidYes(reply);
  }
  const reply = await ask(`${lines}Bring them back? No tick is cleared. [Y/n] `);
  // Without a terminal the reply is null: naming the file is consent, because a restore only adds and can be undone.
  return reply === null || isYes(reply);
}

/** Prints which parts of the file are ignored. */
function tellLeftOut(context: Context, { file, found }: Chosen): void {
  if (found.isWindows) printNote(context, `${file}: ${READ_AS_WINDOWS}.`);
  for (const key of found.ignored ?? []) printNote(context, ignoredText(file, key));
}

function tell(
  context: Context,
  options: RestoreOptions,
  chosen: Chosen | null,
  { gains, saved }: Omit<Restored, "undoneFirst">,
): void {
  const { json, dryRun } = options;
  if (json) {
    const profiles = gains.map(({ becomes: { name }, plan }) => {
      return { name, ...amountOf(plan), ahead: plan.ahead + plan.practice.ahead };
    });
    printJson(context, { version: 1, file: chosen?.file ?? null, profiles, saved });
  } else writeText(context.stdout, gainsText(gains, dryRun ? "preview" : "done"));
}

function gainsText(gains: readonly Gain[], act: PlanAct): string {
  return gains.map(({ becomes, plan }) => `${importPlanText(plan, act, oneLine(becomes.name))}\n`).join("");
}

/** `undo` takes back one profile's part, so this names the other profiles. */
function tellOthers(context: Context, { gains, undoneFirst }: Restored): void {
  const others = gains.filter((gain) => countGains([gain]) > 0 && gain.becomes.uid !== undoneFirst);
  if (others.length === 0) return;
  const names = others.map(({ becomes }) => oneLine(becomes.name)).join(", ");
  printNote(context, `'dailyleet undo' takes back one profile's part; with --profile that of ${names}.`);
}
