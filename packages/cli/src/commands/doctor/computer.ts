import { accessSync, constants, type Stats, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type Config,
  counted,
  countMarks,
  type Fields,
  formatDate,
  LARGE_UNDO,
  MAX_DOCUMENT_BYTES,
  marksPath,
  orElse,
  planImport,
  readMarks,
  sameProfile,
  storedSize,
} from "@dailyleet/core";
import { type Database, faultsOf, listProfiles, parseStored, readPersonData } from "@dailyleet/local";
import { type Context, zoneFault } from "../../context.ts";
import { dailyDirectory, findBackups } from "../../files/backups.ts";
import { placesOf } from "../../files/directories.ts";
import { cannot } from "../../files/files.ts";
import { amountText } from "../../rendering/changes.ts";
import { todayOf } from "../../terminal/dates.ts";
import { examine, type Finding, hint, mend, ok } from "./finding.ts";

/** Whether the person, and nobody else, can use the directories and the configuration. */
export function checkDirectories(context: Context): Promise<Finding[]> {
  const { configFile, databaseFile, backupsDirectory } = placesOf(context);
  const own = [...new Set([dirname(configFile), dirname(databaseFile)])];
  return examine("directories", () => {
    const faults = [...own, backupsDirectory, configFile].flatMap((path) => {
      const [found, advice] = faultOf(context, path, path === configFile) ?? [];
      return found && advice ? [mend("directories", `${path} ${found}`, advice)] : [];
    });
    return faults.length > 0 ? faults : ok("directories", own.join(", "));
  });
}

/** Null where the path is missing: the program creates it with the right mode. */
function faultOf({ userId }: Context, path: string, isFile: boolean): string[] | null {
  const stats = statOf(path);
  if (stats === undefined) return null;
  if (isFile && !stats.isFile()) return ["is not a file", "move it away"];
  if (!isFile && !stats.isDirectory()) return ["is not a directory", "move it away, or set DAILYLEET_HOME"];
  if (userId !== undefined && stats.uid !== userId) {
    return [`belongs to another user (uid ${stats.uid})`, "chown it, or set DAILYLEET_HOME"];
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch {
    return ["can't be written", `chmod u+rwX '${path}', or set DAILYLEET_HOME`];
  }
  const isOpen = userId !== undefined && (stats.mode & 0o077) !== 0;
  return isOpen ? ["is open to other users", `chmod ${isFile ? "600" : "700"} '${path}'`] : null;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw cannot("read", path, error);
  }
}

/** Nothing before the first backup. */
export function checkBackups(context: Context, config: Config): Promise<Finding[]> {
  return examine("backups", () => {
    const [newest] = findBackups(context, config);
    const found = newest ? `the newest is ${newest.file}` : "there is none";
    if (dailyDirectory(context, config) === null) {
      return hint("backups", `not saved each day, and ${found}`, "set 'backups' in dailyleet.json to true");
    }
    return newest ? ok("backups", found) : [];
  });
}

/**
 * Names the newest backup of each computer that holds what this database lacks. A few ticks more in this computer's own are
 * those that the person has cleared since.
 */
export async function checkFullerBackups(context: Context, config: Config, database: Database): Promise<Finding[]> {
  const { readBackup } = await import("../../files/backupContents.ts");
  const today = todayOf(context, config);
  const profiles = listProfiles(database);
  const ownComputer = database.get<{ value: string }>("SELECT value FROM meta WHERE key = 'computer'")?.value;
  const daily = findBackups(context, config).filter(({ computer }) => computer !== null);
  const newest = [...Map.groupBy(daily, ({ file, date }) => basename(file).replace(date, "")).values()];
  return newest.flatMap(([backup]) => {
    const found = backup && orElse(null, () => readBackup(context, backup.file).profiles ?? null);
    if (!backup || !found) return [];
    const plans = found.map((profile) => {
      const here = sameProfile(profiles, profile);
      return planImport(here ? readPersonData(database, here.uid, today.year) : NO_DATA, profile, today);
    });
    const ticks = plans.reduce((sum, { changes }) => sum + changes.length, 0);
    const marks = plans.reduce((sum, { practice }) => sum + practice.changes.length, 0);
    const isOwn = ownComputer !== undefined && backup.file.includes(ownComputer);
    if (ticks + marks <= (isOwn ? LARGE_UNDO : 0)) return [];
    const more = `${backup.file} holds ${amountText(ticks, marks)} that the database lacks`;
    return hint("backups", more, `dailyleet restore '${backup.file}'`);
  });
}

const NO_DATA = { ticks: {}, marks: {} };

/** SQLite's check of the file, and whether its tables are the program's. */
export function checkIntegrity(database: Database): Finding {
  const faults = faultsOf(database);
  const { version, sqlite } = database.get<{ version: number; sqlite: string }>(
    "SELECT user_version AS version, sqlite_version() AS sqlite FROM pragma_user_version",
  ) ?? { version: 0, sqlite: "" };
  const name = `${database.file}, version ${version}, SQLite ${sqlite}`;
  if (faults.length === 0) return ok("database", name);
  const advice = "'dailyleet restore' keeps what can be read and brings back a backup";
  return mend("database", `${name} is damaged: ${faults.join(", ")}`, advice);
}

/** The last change of a document that this computer knows of, in milliseconds since the epoch; 0 for none. */
export function lastChange(database: Database): number {
  const local = database.get<{ at: number | null }>("SELECT max(updated) AS at FROM documents")?.at ?? 0;
  const cloud = database.get<{ at: string | null }>("SELECT max(update_time) AS at FROM known_documents")?.at;
  return Math.max(Math.floor(local / 1000), cloud ? Date.parse(cloud) : 0);
}

const TOLERANCE_MS = 5 * 60_000;

/** `lastChange` is 0 where nothing has changed, `serverTime` null where no server answered; both in milliseconds. */
export function checkClock(
  context: Context,
  config: Config | null,
  lastChange: number,
  serverTime: number | null,
): Finding {
  const now = context.now();
  const zone = context.zone();
  const today = `today is ${formatDate(todayOf(context, config ?? {}))}`;
  if (zone === null) {
    return mend("clock", `${today}. ${zoneFault(context.env)}`, "set TZ to a name such as Europe/Berlin");
  }
  const found = `${today} in ${zone}`;
  const advice = "set this computer's date, time and time zone";
  if (lastChange > now + TOLERANCE_MS) {
    return mend("clock", `${found}, but the database was changed last at ${utcText(lastChange)}`, advice);
  }
  if (serverTime !== null && Math.abs(serverTime - now) > TOLERANCE_MS) {
    return mend("clock", `${found} at ${utcText(now)}, but the cloud says ${utcText(serverTime)}`, advice);
  }
  return ok("clock", found);
}

function utcText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Warns from this share of a document's largest size. */
const NEAR = 0.8;

/** The person's marks as far as this computer knows them. Throws `not-a-database` where they are damaged. */
export function checkMarks(
  database: Database,
  table: "documents" | "known_documents",
  uid: string,
  name: string,
): Finding[] {
  const path = marksPath(uid);
  const row = database.get<{ fields: string }>(`SELECT fields FROM ${table} WHERE path = ?`, path);
  const fields: Fields = row ? parseStored(database.file, row.fields) : {};
  const marks = readMarks(fields);
  const questions = Object.values(marks).filter((dates) => Object.values(dates).some((mark) => mark > 0));
  if (questions.length === 0) return [];
  const found = `${name}: ${counted(questions.length, "question")} marked, ${counted(countMarks(marks), "mark")}`;
  const share = storedSize(path, fields) / MAX_DOCUMENT_BYTES;
  if (share < NEAR) return [ok("practice", found)];
  // Nothing makes the document smaller: a mark that is taken back stays as a 0.
  const advice = "keep a copy (dailyleet export FILE), and look for a newer dailyleet before it is full";
  return [hint("practice", `${found}: ${Math.round(share * 100)} % of what the cloud takes`, advice)];
}
