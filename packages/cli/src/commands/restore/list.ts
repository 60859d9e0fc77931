import {
  backupText,
  type Config,
  type DailyleetError,
  hasCode,
  orElse,
  type SiteConfig,
  usageError,
} from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { type BackupContents, contentsOf } from "../../files/backupContents.ts";
import { type Backup, dailyDirectory, findBackups, findOddEntries, ODD_ENTRY } from "../../files/backups.ts";
import { placesOf } from "../../files/directories.ts";
import { isoText, localTimeText } from "../../terminal/dates.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { oneLine, printJson, printNote, printNotes, writeText } from "../../terminal/output.ts";
import { labelled } from "../../terminal/width.ts";
import { type Chosen, countGains, type Here, planFor, withHere } from "./here.ts";

export interface ReadBackup extends Backup {
  /** Null for an unreadable file. */
  readonly contents: BackupContents | null;
}

interface ListedBackup extends ReadBackup {
  /** How many changes a restore would make. Null if that is unknown, and for another person's backup. */
  readonly adds: number | null;
}

/** All backups, newest first. */
export function listBackups(context: Context, config: SiteConfig): ReadBackup[] {
  const read = findBackups(context, config).map((backup) => ({
    ...backup,
    contents: contentsOf(context, backup.file),
  }));
  const timeOf = ({ contents }: ReadBackup) => contents?.found.origin?.time ?? 0;
  return read.sort((a, b) => b.date.localeCompare(a.date) || timeOf(b) - timeOf(a));
}

/** The backups, with how much each would add for these people. `here` is null when nobody is signed in. */
function listFor(context: Context, config: Config, here: Here | null): ListedBackup[] {
  return listBackups(context, config).map((backup) => ({ ...backup, adds: here && addedBy(backup, here) }));
}

function addedBy({ file, contents }: ReadBackup, here: Here): number | null {
  if (contents === null) return null;
  const plan = orElse(null, () => planFor(here, { file, found: contents.found, from: undefined }));
  return plan?.stranger === null ? countGains(plan.gains) : null;
}

export async function runList(
  context: Context,
  config: Config,
  options: CommonOptions,
  database: Database,
): Promise<void> {
  const directory = dailyDirectory(context, config);
  const read = withHere(context, config, options, database, async (here) => here);
  const here = await read.catch((error: unknown) => {
    if (hasCode(error, "signin-needed", "not-a-database")) return null;
    throw error;
  });
  const backups = listFor(context, config, here);
  const odd = findOddEntries(context, config).map((file) => `Skipped ${file}, ${ODD_ENTRY}.`);
  printNotes(context, odd);
  if (options.json) return printJson(context, { version: 1, directory, backups: backups.map(backupJson) });
  if (directory === null) printNote(context, "No backup is saved each day, because 'backups' is off.");
  else if (backups.length === 0) {
    printNote(context, `No backups yet; the first tick or mark of a day saves one in ${directory}.`);
  }
  for (const backup of backups) {
    const [time, facts] = describe(backup);
    const line = labelled(`${time}  `, time.length + 2, facts, context.stdout.columns(), (text) => text.length);
    writeText(context.stdout, `${line}\n    ${oneLine(backup.file)}\n`);
  }
  if (backups.length > 0) printNote(context, "A restore clears no tick; 'dailyleet undo' takes it back.");
}

function backupJson({ file, date, contents, adds }: ListedBackup): object {
  const { profiles, ticks, marks, owners, found } = contents ?? UNREADABLE;
  const time = found?.origin ? isoText(found.origin.time) : null;
  return { file, date, time, reason: found?.origin?.reason ?? null, profiles, owners, ticks, marks, adds };
}

const UNREADABLE = { profiles: null, ticks: null, marks: null, owners: null, found: null };

/** Such as '2026-11-20 14:05' and '412 ticks and 31 marks of You, adds 12, before import'. */
function describe({ date, contents, adds, computer }: ListedBackup): [time: string, facts: string] {
  const { ticks, marks, owners, found } = contents ?? UNREADABLE;
  const facts = { ticks, marks, owners: (owners ?? []).map(oneLine), adds, computer: computer && oneLine(computer) };
  const text = backupText({ ...facts, reason: found?.origin?.reason ?? null });
  return [found?.origin ? localTimeText(found.origin.time) : date, text];
}

/** `nothing new`: no backup adds anything. `declined`: the person chose none. `no backup`: there is none with data. */
type Choice = Omit<Chosen, "from"> | "nothing new" | "declined" | "no backup";

/**
 * Asks which backup to restore, of those that add something. The default is the one that adds most. Throws `usage`
 * where nobody can be asked.
 */
export async function chooseBackup(
  context: Context,
  config: Config,
  { json }: CommonOptions,
  here: Here,
): Promise<Choice> {
  const all = listFor(context, config, here);
  const backups = all.flatMap(({ contents, adds, ...backup }) =>
    contents && adds ? { ...backup, contents, adds } : [],
  );
  const most = Math.max(...backups.map(({ adds }) => adds));
  const usual = backups.findIndex(({ adds }) => adds === most);
  const fullest = backups[usual];
  if (fullest === undefined) {
    return all.some(({ contents, adds }) => adds !== null && hasContents(contents)) ? "nothing new" : "no backup";
  }
  const lines = backups.map((backup, index) => `${String(index + 1).padStart(3)}  ${describe(backup).join("  ")}\n`);
  const reply = json ? null : await context.ask(`${lines.join("")}Which one? [${usual + 1}] `);
  if (reply === null) {
    const found = `${fullest.file} adds most, ${most}`;
    throw usageError(`Name the backup: ${found}; 'dailyleet restore --list' lists all.`);
  }
  if (reply === false) return "declined";
  const chosen = backups[Number(reply.trim() || usual + 1) - 1];
  if (chosen) return { file: chosen.file, found: chosen.contents.found };
  throw usageError(`'${reply.trim()}' is none of 1 to ${backups.length}; nothing was restored.`);
}

function hasContents(contents: BackupContents | null): boolean {
  return contents !== null && contents.ticks + contents.marks > 0;
}

export function noBackupError(context: Context, config: Config): DailyleetError {
  const directory = dailyDirectory(context, config) ?? placesOf(context).backupsDirectory;
  return usageError(`There is no backup of yours in ${directory}; name a file.`);
}
