import { amountText, type Config, type Gain, READ_AS_WINDOWS } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { readBackup } from "../files/backupContents.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isSaidYes, isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { ignoredText, strangerError } from "../tracker/whose.ts";
import { findDamage, replaceDamaged } from "./restore/damage.ts";
import { amountOf, type Chosen, countGains, type Here, planFor, type RestorePlan, readHere } from "./restore/here.ts";
import { chooseBackup, noBackupError, runList } from "./restore/list.ts";
import { type Restored, restoreAccount, restoreProfiles } from "./restore/write.ts";

interface RestoreOptions extends CommonOptions {
  /** '-' for stdin; if absent, the person is asked. */
  readonly file: string | undefined;
  readonly list: true | undefined;
  readonly from: string | undefined;
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

export function registerRestore(program: Program, context: Context): void {
  addVerb(program, "restore", {
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
  })
    .argument("[file]", "the backup; - for stdin; needed where nobody can be asked")
    .option("--list", "list the backups, and restore nothing")
    .addOption(OPTION.from)
    .addOption(OPTION.dryRun)
    .option("--yes", "restore without asking")
    .addOption(OPTION.json)
    .action((file, _options, command) => runRestore(context, { ...optionsOf(command), file }));
}

async function runRestore(context: Context, options: RestoreOptions): Promise<void> {
  const config = loadConfig(context, options);
  if (options.list) return runList(context, config, options);
  const damage = await prepareDamage(context, config, options);
  if (damage === "declined") return printNote(context, "Nothing was restored.");
  const here = await readHere(context, config, options, damage === "damaged");
  const chosen = await choose(context, config, options, here, damage);
  if (chosen === "declined") return printNote(context, "Nothing was restored.");
  const plan = chosen === null ? { gains: [], stranger: null } : planFor(here, chosen);
  const isNothing = countGains(plan.gains) === 0 && damage !== "damaged";
  if (chosen !== null) tellLeftOut(context, chosen);
  if (options.dryRun || isNothing) return tell(context, options, chosen, { ...plan, saved: null });
  if (!(await consents(context, options, here, chosen, plan))) return printNote(context, "Nothing was restored.");
  if (damage === "damaged") replaceDamaged(context);
  if (chosen === null) return tell(context, options, chosen, { gains: [], saved: null });
  const write = config.firebase ? restoreAccount : restoreProfiles;
  const restored = await write(context, config, options, chosen);
  tell(context, options, chosen, restored);
  tellOthers(context, restored);
}

/**
 * `damaged`: the restore will replace the database. `replaced`: it was replaced already, because in cloud mode it holds no
 * ticks but those unsent, and without it the account can't be read.
 */
type Damage = "none" | "damaged" | "replaced" | "declined";

async function prepareDamage(context: Context, config: Config, options: RestoreOptions): Promise<Damage> {
  if (!findDamage(context)) return "none";
  if (!config.firebase || options.dryRun) return "damaged";
  const isAsked = !options.yes && !options.json;
  const reply = isAsked ? await context.ask("The database is damaged. Keep what can be read of it? [Y/n] ") : null;
  if (reply !== null && !isYes(reply)) return "declined";
  replaceDamaged(context);
  return "replaced";
}

/** Null where there is no backup to add to what is left of a damaged database. Throws as `chooseBackup`. */
async function choose(
  context: Context,
  config: Config,
  options: RestoreOptions,
  here: Here,
  damage: Damage,
): Promise<Chosen | null | "declined"> {
  const choice =
    options.file === undefined ? await chooseBackup(context, config, options, here) : { file: options.file };
  if (choice === "declined") return choice;
  if (choice === "no backup" && damage === "none") throw noBackupError(context, config);
  if (choice === "nothing new" && damage === "none") printNote(context, "No backup adds anything to what is here.");
  if (typeof choice === "string") return null;
  return { file: choice.file, found: readBackup(context, choice.file), from: options.from };
}

/** Whether the person wants it. Throws `usage` for another's data where nobody can be asked. */
async function consents(
  context: Context,
  options: RestoreOptions,
  here: Here,
  chosen: Chosen | null,
  { gains, stranger }: RestorePlan,
): Promise<boolean> {
  const ask = (question: string) => (options.yes || options.json ? null : context.ask(question));
  const lines = gains.map((gain) => `${gainText("Would add", gain)}\n`).join("");
  if (stranger !== null && chosen !== null) {
    const person = here.active();
    const given = { found: chosen.found, name: chosen.file, from: options.from };
    const question = `${lines}The backup is of ${stranger}. Add it to ${oneLine(person.name)} all the same? [y/N] `;
    const reply = await ask(question);
    if (reply === null) throw strangerError(given, stranger, person);
    return isSaidYes(reply);
  }
  const reply = await ask(`${lines}Bring them back? No tick is cleared. [Y/n] `);
  // Without a terminal (null), naming the file is consent: a merge only adds, and can be undone.
  return reply === null || isYes(reply);
}

/** Says what of the file is not read. */
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
  } else writeText(context.stdout, gains.map((gain) => `${gainText(dryRun ? "Would add" : "Added", gain)}\n`).join(""));
}

/** 'Added 3 ticks, 2 marks and 1 setting to Asha.' */
function gainText(verb: "Added" | "Would add", { becomes, plan }: Gain): string {
  const { ticks, marks, settings } = amountOf(plan);
  const person = oneLine(becomes.name);
  const skipped = plan.ahead + plan.practice.ahead > 0 ? ` ${skippedText(plan)}` : "";
  const added =
    ticks + marks + settings === 0
      ? `Nothing new for ${person}.`
      : `${verb} ${amountText(ticks, marks, settings)} to ${person}.`;
  return added + skipped;
}

/** 'Skipped 2 ticks and 1 mark: their days have not come.' */
function skippedText({ ahead, practice }: Gain["plan"]): string {
  return `Skipped ${amountText(ahead, practice.ahead)}: their days have not come.`;
}

/** `undo` takes back one profile's part. */
function tellOthers(context: Context, { gains, undoneFirst }: Restored): void {
  const others = gains.filter((gain) => countGains([gain]) > 0 && gain.becomes.uid !== undoneFirst);
  if (others.length === 0) return;
  const names = others.map(({ becomes }) => oneLine(becomes.name)).join(", ");
  printNote(context, `'dailyleet undo' takes back one profile's part; with --profile that of ${names}.`);
}
