import { existsSync } from "node:fs";
import {
  amountText,
  type BackedUpProfile,
  type CivilDate,
  type Config,
  countDoneCells,
  counted,
  countMarks,
  createPersonStore,
  DailyleetError,
  hasCode,
  type ImportPlan,
  type PersonData,
  planImport,
  plannedChanges,
  sameProfile,
  saveChanges,
} from "@dailyleet/core";
import {
  createDocumentStore,
  createProfile,
  type Database,
  findProfile,
  listProfiles,
  type Profile,
  readPersonData,
  recordChanges,
  renameProfile,
  requireWhole,
  type Salvage,
  salvageDatabase,
} from "@dailyleet/local";
import type { Context } from "../context.ts";
import { contentsOf, readBackup } from "../files/backupContents.ts";
import { type Backup, dailyDirectory, findBackups, keepDaily, readProfiles, saveBackup } from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { loadConfig } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { mergeData } from "../tracker/mergeData.ts";
import type { ChangeResult, Person } from "../tracker/tracker.ts";

interface RestoreOptions extends CommonOptions {
  /** '-' for stdin; if absent, the person is asked. */
  readonly file: string | undefined;
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

interface Gain {
  readonly name: string;
  readonly plan: ImportPlan;
}

export function registerRestore(program: Program, context: Context): void {
  addVerb(program, "restore", {
    summary: "bring back a backup",
    description:
      "Bring back a backup: add the ticks and marks of all its profiles. No tick is cleared, of two marks on one day the lower one stays, and 'dailyleet undo' takes it back. The readable part of a damaged database is kept.",
    examples: {
      "dailyleet restore": "lists the backups and asks",
      "dailyleet restore BACKUP --dry-run": "what each profile would gain",
      "dailyleet restore BACKUP --yes": "without asking",
    },
  })
    .argument("[file]", "the backup; - for stdin; needed where nobody can be asked")
    .addOption(OPTION.dryRun)
    .option("--yes", "restore without asking")
    .addOption(OPTION.json)
    .action((file, _options, command) => runRestore(context, { ...optionsOf(command), file }));
}

async function runRestore(context: Context, options: RestoreOptions): Promise<void> {
  const config = loadConfig(context);
  const isDamaged = findDamage(context);
  const file = options.file ?? (await chooseBackup(context, config, options, isDamaged));
  if (file === false) return printNote(context, "Nothing was restored.");
  const restore = { context, config, options, profiles: file === null ? [] : profilesIn(context, file) };
  const asks = !options.yes && !options.json;
  if (options.dryRun || asks) {
    const gains = await preview(restore, isDamaged);
    if (options.dryRun) return answer(context, options, { file, gains, saved: null });
    const lines = gains.map((gain) => `${gainText("Would add", gain)}\n`);
    const reply = await context.ask(`${lines.join("")}Bring them back? No tick is cleared. [Y/n] `);
    // Without a terminal (null), naming the file is consent: a merge only adds, and can be undone.
    if (reply !== null && !isYes(reply)) return printNote(context, "Nothing was restored.");
  }
  if (isDamaged) replaceDamaged(context);
  const { gains, saved } = await (config.firebase ? restoreAccount(restore) : restoreProfiles(restore));
  answer(context, options, { file, gains, saved });
}

interface Restore {
  readonly context: Context;
  readonly config: Config;
  readonly options: RestoreOptions;
  /** The profiles in the backup. An export holds one profile, without uid and name. */
  readonly profiles: readonly (BackedUpProfile | (PersonData & { readonly uid?: undefined }))[];
}

interface Outcome {
  /** Null if a damaged database is replaced without a backup. */
  readonly file: string | null;
  readonly gains: readonly Gain[];
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"];
}

function answer(context: Context, { json, dryRun }: RestoreOptions, { file, gains, saved }: Outcome): void {
  if (json) {
    const profiles = gains.map(({ name, plan }) => ({ name, ...amountOf(plan) }));
    printJson(context, { version: 1, file, profiles, saved });
  } else writeText(context.stdout, gains.map((gain) => `${gainText(dryRun ? "Would add" : "Added", gain)}\n`).join(""));
}

function amountOf({ changes, practice }: ImportPlan) {
  return { ticks: changes.length, marks: practice.changes.length };
}

/** 'Added 3 ticks and 2 marks to Asha.' */
function gainText(verb: "Added" | "Would add", { name, plan }: Gain): string {
  const { ticks, marks } = amountOf(plan);
  const person = oneLine(name);
  return ticks + marks === 0 ? `Nothing new for ${person}.` : `${verb} ${amountText(ticks, marks)} to ${person}.`;
}

function profilesIn(context: Context, file: string): Restore["profiles"] {
  const found = readBackup(context, file);
  return found.profiles ?? [found];
}

/**
 * Asks for a backup. False if the person chooses none; null if there is none and the database is damaged. Throws `usage`
 * where nobody can be asked.
 */
async function chooseBackup(
  context: Context,
  config: Config,
  { json }: RestoreOptions,
  isDamaged: boolean,
): Promise<string | null | false> {
  const backups = findBackups(context, config).flatMap((backup) => {
    const contents = contentsOf(context, backup.file);
    return contents && contents.ticks + contents.marks > 0 ? { ...backup, ...contents } : [];
  });
  const [newest] = backups;
  if (newest === undefined) {
    if (isDamaged) return null;
    const directory = dailyDirectory(context, config) ?? placesOf(context).backupsDirectory;
    throw new DailyleetError("usage", `There is no backup in ${directory}; name a file.`);
  }
  const lines = backups.map((backup, index) => `${String(index + 1).padStart(3)}  ${describe(backup)}\n`);
  const reply = json ? null : await context.ask(`${lines.join("")}Which one? [1] `);
  if (reply === null) {
    const found = `the newest is ${newest.file} with ${amountText(newest.ticks, newest.marks)}`;
    throw new DailyleetError("usage", `Name the backup: ${found}; 'dailyleet backups' lists all.`);
  }
  if (reply === false) return false;
  const chosen = backups[Number(reply.trim() || 1) - 1];
  if (chosen) return chosen.file;
  throw new DailyleetError("usage", `'${reply.trim()}' is none of 1 to ${backups.length}; nothing was restored.`);
}

/** '2026-11-20  412 ticks and 31 marks of 2 profiles, asha-laptop' */
function describe({
  date,
  computer,
  ticks,
  marks,
  profiles,
}: Backup & NonNullable<ReturnType<typeof contentsOf>>): string {
  const owners = profiles > 1 ? ` of ${profiles} profiles` : "";
  return `${date}  ${amountText(ticks, marks)}${owners}${computer === null ? "" : `, ${computer}`}`;
}

/** Whether there is a database and it is damaged. Throws `storage`, `busy` and `newer-database`. */
function findDamage(context: Context): boolean {
  const { databaseFile } = placesOf(context);
  if (!existsSync(databaseFile)) return false;
  try {
    const database = context.openDatabase(databaseFile);
    try {
      requireWhole(database);
      // A document can be damaged in a sound database: reading throws then.
      readProfiles(database, 0);
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    if (hasCode(error, "not-a-database")) return true;
    throw error;
  }
}

function replaceDamaged(context: Context): void {
  const salvage = salvageDatabase(placesOf(context).databaseFile);
  try {
    const amount = amountRead(salvage);
    const damaged = salvage.replace(context.now());
    printNote(context, `Kept ${amount} of the damaged database, which is now ${damaged}.`);
  } finally {
    salvage.close();
  }
}

/** '970 ticks and 1 mark', or in cloud mode also '2 unsent changes': all that could be read. */
function amountRead({ database }: Salvage): string {
  const profiles = readProfiles(database, 0);
  const sum = (count: (data: PersonData) => number) => profiles.reduce((total, data) => total + count(data), 0);
  const held = amountText(
    sum(({ ticks }) => countDoneCells(ticks)),
    sum(({ marks }) => countMarks(marks)),
  );
  const unsent = database.get<{ count: number }>("SELECT count(*) AS count FROM outbox")?.count ?? 0;
  return unsent > 0 ? `${held} and ${counted(unsent, "unsent change")}` : held;
}

/** What each profile would gain; writes nothing. */
async function preview(restore: Restore, isDamaged: boolean): Promise<readonly Gain[]> {
  const { context, config } = restore;
  const { databaseFile } = placesOf(context);
  if (config.firebase) {
    // The account's data is in the cloud; a damaged database holds only unsent changes.
    if (isDamaged) return [];
    return (await restoreAccount(restore, true)).gains;
  }
  if (!isDamaged) return withDatabase(context, "read", (database) => planProfiles(restore, database));
  const salvage = salvageDatabase(databaseFile);
  try {
    printNote(context, `${amountRead(salvage)} of the damaged database can be read and will be kept.`);
    return planProfiles(restore, salvage.database);
  } finally {
    salvage.close();
  }
}

interface ProfileGain extends Gain {
  /** Null for a profile to create. */
  readonly here: Profile | null;
  readonly current: PersonData;
}

const NOTHING: PersonData = { ticks: {}, marks: {} };

/** How many ticks and marks of a backup the database lacks. Throws as `readBackup`. */
export function lackOf(context: Context, config: Config, file: string, database: Database) {
  const gains = planProfiles({ context, config, options: {}, profiles: profilesIn(context, file) }, database);
  const amounts = gains.map(({ plan }) => amountOf(plan));
  return amounts.reduce((sum, each) => ({ ticks: sum.ticks + each.ticks, marks: sum.marks + each.marks }));
}

type Planning = Omit<Restore, "options"> & { readonly options: Pick<RestoreOptions, "profile"> };

function planProfiles({ context, config, options, profiles }: Planning, database: Database): ProfileGain[] {
  const today = todayOf(context, config);
  const known = listProfiles(database);
  const named = () => (options.profile === undefined ? known[0] : findProfile(database, options.profile)) ?? null;
  // The one unused profile of a new database becomes the first profile of the backup.
  const unused = database.get("SELECT 1 FROM documents") === undefined && known.length === 1 ? known[0] : undefined;
  return profiles.map((profile, index): ProfileGain => {
    if (profile.uid === undefined) return gainOf(database, named(), named()?.name ?? "", profile, today);
    const here = sameProfile(known, profile) ?? (index === 0 ? unused : undefined) ?? null;
    // An unused profile takes the name in the backup.
    const name = here === null || here === unused ? profile.name : here.name;
    return gainOf(database, here, name, profile, today);
  });
}

function gainOf(
  database: Database,
  here: Profile | null,
  name: string,
  data: PersonData,
  today: CivilDate,
): ProfileGain {
  const current = here ? readPersonData(database, here.uid, today.year) : NOTHING;
  return { name, here, current, plan: planImport(current, data, today) };
}

/** Merges the backup into this computer's profiles in one transaction; each profile gets an undo step. */
async function restoreProfiles(restore: Restore): Promise<Omit<Outcome, "file">> {
  const { context, config } = restore;
  const today = todayOf(context, config);
  return withDatabase(context, "write", async (database) => {
    const gains = await database.transactionAsync(async () => {
      const planned = planProfiles(restore, database);
      for (const { here, name, current, plan } of planned) {
        const profile = targetOf(database, here, name);
        const changes = plannedChanges(plan);
        if (changes.length === 0) continue;
        if (countDoneCells(current.ticks) + countMarks(current.marks) > 0)
          saveBackup(context, profile, current, "before restore");
        const store = createPersonStore(createDocumentStore(database, profile.uid, context.now), profile.uid);
        const saved = await saveChanges(store, changes, today);
        recordChanges(database, profile.uid, saved, { command: "restore", time: context.now() });
      }
      return planned;
    });
    await keepDaily(context, config, database);
    return { gains, saved: gains.some(({ plan }) => plannedChanges(plan).length > 0) ? "local" : null };
  });
}

function targetOf(database: Database, here: Profile | null, name: string): Profile {
  if (here === null) return createProfile(database, name);
  return here.name === name ? here : renameProfile(database, here, name);
}

/** In cloud mode: merges the signed-in person's profile of the backup. */
async function restoreAccount({ context, config, options, profiles }: Restore, dryRun = false) {
  const merge = { ...options, command: "restore", dryRun } as const;
  const { person, plan, saved } = await mergeData(context, config, merge, (person) => ownPart(profiles, person));
  return { gains: [{ name: person.name, plan }], saved };
}

/** Throws `usage` where the backup holds several profiles and none is this person's. */
function ownPart(profiles: Restore["profiles"], person: Person): PersonData {
  const named = profiles.filter((profile) => profile.uid !== undefined);
  const own = profiles.length < 2 ? (profiles[0] ?? NOTHING) : sameProfile(named, person);
  if (own !== null) return own;
  const names = named.map(({ name }) => oneLine(name)).join(", ");
  const way = "'dailyleet import FILE' adds the first to your account";
  throw new DailyleetError("usage", `The backup is of ${names}, not of ${oneLine(person.name)}; ${way}.`);
}
