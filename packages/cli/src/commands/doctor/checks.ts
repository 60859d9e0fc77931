import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { createHttp, FIRESTORE_ORIGIN } from "@dailyleet/client";
import {
  type Config,
  counted,
  countMarks,
  DailyleetError,
  type Fields,
  formatDate,
  MAX_DOCUMENT_BYTES,
  marksPath,
  openPath,
  readMarks,
  storedSize,
} from "@dailyleet/core";
import { createOutbox, type Database, listProfiles, parseStored } from "@dailyleet/local";
import { openDocuments } from "../../cloud/cloud.ts";
import { emulatorsOf } from "../../cloud/emulators.ts";
import { servicesOf, withDeadline } from "../../cloud/services.ts";
import { requireSession } from "../../cloud/sessionFile.ts";
import type { Context } from "../../context.ts";
import { dailyDirectory, findBackups } from "../../files/backups.ts";
import { placesOf } from "../../files/directories.ts";
import { cannot } from "../../files/files.ts";
import { todayOf } from "../../terminal/dates.ts";
import { zoneFault } from "../../terminal/environment.ts";

/** `hint`: nothing is broken, but there is something to know or to do. `mend`: something does not work as it should. */
export type State = "ok" | "hint" | "mend";

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** What was found; holds nothing secret. */
  readonly found: string;
  /** What to do; null when all is well. */
  readonly advice: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, advice: null };
}

export function hint(check: string, found: string, advice: string): Finding {
  return { check, state: "hint", found, advice };
}

export function mend(check: string, found: string, advice: string): Finding {
  return { check, state: "mend", found, advice };
}

/** What a failure says, cut at its last semicolon: errors end with what to do. */
export function fromError(check: string, error: unknown): Finding {
  if (!(error instanceof DailyleetError)) throw error;
  const cut = error.message.lastIndexOf("; ");
  if (cut === -1) return mend(check, error.message, "see docs/terminal.md");
  return mend(check, error.message.slice(0, cut), error.message.slice(cut + 2).replace(/\.$/, ""));
}

const CHECK = "directories";

/** Whether the person's directories and configuration can be used by the person and by nobody else. */
export function checkDirectories(context: Context): Finding[] {
  const { configFile, databaseFile, backupsDirectory } = placesOf(context);
  const directories = new Set([dirname(configFile), dirname(databaseFile), backupsDirectory]);
  const faults = [
    ...[...directories].flatMap((directory) => faultOf(context, directory, "directory")),
    ...faultOf(context, configFile, "file"),
  ];
  return faults.length > 0 ? faults : [ok(CHECK, [...directories].slice(0, -1).join(", "))];
}

/** The modes that close them to other users. */
const MODES = { directory: "700", file: "600" } as const;

function faultOf(context: Context, path: string, kind: keyof typeof MODES): Finding[] {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    // What is not there yet is made when it is needed, with the right mode.
    return stats === undefined ? [] : faultIn(context, path, kind, stats);
  } catch (error) {
    return [fromError(CHECK, cannot("read", path, error))];
  }
}

function faultIn({ userId }: Context, path: string, kind: keyof typeof MODES, stats: Stats): Finding[] {
  if (!(kind === "file" ? stats.isFile() : stats.isDirectory())) {
    const advice = kind === "file" ? "move it away" : "move it away, or set DAILYLEET_HOME";
    return [mend(CHECK, `${path} is not a ${kind}`, advice)];
  }
  if (userId !== undefined && stats.uid !== userId)
    return [mend(CHECK, `${path} belongs to another user (uid ${stats.uid})`, "chown it, or set DAILYLEET_HOME")];
  if (!isUsable(path)) return [mend(CHECK, `${path} can't be written`, `chmod u+rwX '${path}', or set DAILYLEET_HOME`)];
  if (userId === undefined) return [];
  const isOpen = (stats.mode & 0o077) !== 0;
  return isOpen ? [mend(CHECK, `${path} is open to other users`, `chmod ${MODES[kind]} '${path}'`)] : [];
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The newest backup. Nothing before the first one, and without a configuration that says where they are. */
export function checkBackups(context: Context, config: Config | null): Finding[] {
  if (config === null) return [];
  try {
    const [newest] = findBackups(context, config);
    const found = newest ? `the newest is ${newest.file}` : "there is none";
    if (dailyDirectory(context, config) === null) {
      return [hint("backups", `not saved each day, and ${found}`, "set 'backups' in dailyleet.json to true")];
    }
    return newest ? [ok("backups", found)] : [];
  } catch (error) {
    return [fromError("backups", error)];
  }
}

/** What SQLite says of the file, page by page, and whether its tables are the program's. */
export function checkIntegrity(database: Database): Finding {
  const faults = database
    .all<{ integrity_check: string }>("PRAGMA integrity_check(3)")
    .map((row) => row.integrity_check)
    .filter((text) => text !== "ok");
  const altered = database.alteredTables();
  const { version, sqlite } = database.get<{ version: number; sqlite: string }>(
    "SELECT user_version AS version, sqlite_version() AS sqlite FROM pragma_user_version",
  ) ?? { version: 0, sqlite: "" };
  const name = `${database.file}, version ${version}, SQLite ${sqlite}`;
  if (faults.length === 0 && altered.length === 0) return ok("database", name);
  const found = faults.length > 0 ? `is damaged: ${faults.join(", ")}` : `is altered: ${altered.join(", ")}`;
  return mend(
    "database",
    `${name} ${found}`,
    "save what can be read with 'dailyleet export FILE', then restore a backup",
  );
}

export function checkProfiles(database: Database): Finding {
  const names = listProfiles(database).map(({ name }) => name);
  return ok("sign-in", `not needed in local mode; ${counted(names.length, "profile")}: ${names.join(", ")}`);
}

/** When a document was changed last as far as this computer knows, in milliseconds since the epoch; 0 for never. */
export function lastChange(database: Database): number {
  const local = database.get<{ at: number | null }>("SELECT max(updated) AS at FROM documents")?.at ?? 0;
  const cloud = database.get<{ at: string | null }>("SELECT max(update_time) AS at FROM known_documents")?.at;
  return Math.max(Math.floor(local / 1000), cloud ? Date.parse(cloud) : 0);
}

/** Changes that wait for the cloud: those of `uid`, who is signed in, and those of others. */
export async function checkUnsent(database: Database, uid: string): Promise<Finding[]> {
  const own = await createOutbox(database).list(uid);
  const refused = own.filter((change) => change.refused !== undefined);
  const waiting = own.length - refused.length;
  const others =
    database.get<{ count: number }>("SELECT count(*) AS count FROM outbox WHERE uid <> ?", uid)?.count ?? 0;
  const findings: Finding[] = [];
  if (refused.length > 0) {
    const found = `${counted(refused.length, "change")} refused: ${refused[0]?.refused}`;
    findings.push(mend("unsent", found, "run 'dailyleet sync' to try again"));
  }
  if (waiting > 0) findings.push(hint("unsent", `${counted(waiting, "change")} waiting`, "run 'dailyleet sync'"));
  if (others > 0) {
    const found = `${counted(others, "change")} of another account`;
    findings.push(hint("unsent", found, "they are sent when that account signs in here"));
  }
  return findings.length > 0 ? findings : [ok("unsent", "nothing to send")];
}

const TOLERANCE_MS = 5 * 60_000;
const ADVICE = "set this computer's date, time and time zone";

/** `lastChange` is 0 when nothing was kept yet, `serverTime` null when no server was asked; both in milliseconds. */
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
  if (lastChange > now + TOLERANCE_MS) {
    return mend("clock", `${found}, but the database was changed last at ${timeText(lastChange)}`, ADVICE);
  }
  if (serverTime !== null && Math.abs(serverTime - now) > TOLERANCE_MS) {
    return mend("clock", `${found} at ${timeText(now)}, but the cloud says ${timeText(serverTime)}`, ADVICE);
  }
  return ok("clock", found);
}

function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace("T", " ").concat(" UTC");
}

/** The share of what Firestore takes of a document from which on there is something to say. */
const NEAR = 0.8;

/**
 * How many questions each profile of this computer has marked. Nothing is said of those with none. Throws
 * `not-a-database` where they are damaged.
 */
export function checkLocalMarks(database: Database): Finding[] {
  return listProfiles(database).flatMap(({ uid, name }) => {
    const sql = "SELECT fields FROM documents WHERE path = ?";
    return describeMarks(database, name, uid, database.get<Row>(sql, marksPath(uid)));
  });
}

/** The same of the person in the cloud, as far as this computer knows. */
export function checkCloudMarks(database: Database, uid: string): Finding[] {
  const sql = "SELECT fields FROM known_documents WHERE uid = ? AND path = ?";
  return describeMarks(database, "as last read", uid, database.get<Row>(sql, uid, marksPath(uid)));
}

interface Row {
  /** As JSON. */
  readonly fields: string;
}

function describeMarks(database: Database, name: string, uid: string, row: Row | undefined): Finding[] {
  const fields: Fields = row ? parseStored(database.file, row.fields) : {};
  const marks = readMarks(fields);
  const questions = Object.values(marks).filter((dates) => Object.values(dates).some((mark) => mark > 0));
  if (questions.length === 0) return [];
  const found = `${name}: ${counted(questions.length, "question")} marked, ${counted(countMarks(marks), "mark")}`;
  const share = storedSize(marksPath(uid), fields) / MAX_DOCUMENT_BYTES;
  if (share < NEAR) return [ok("practice", found)];
  // Nothing makes the document smaller: a mark that is taken back stays as a 0.
  const advice = "keep a copy (dailyleet export FILE), and look for a newer dailyleet before it is full";
  return [hint("practice", `${found}: ${Math.round(share * 100)} % of what the cloud takes`, advice)];
}

const DEADLINE_MS = 5_000;

/** Asks each server of the cloud once, all at the same time; any answer will do. `serverTime` is in milliseconds, null where none answered. */
export async function checkServers(context: Context) {
  let origins: Record<string, string>;
  try {
    origins = originsOf(context);
  } catch (error) {
    return { findings: [fromError("network", error)], serverTime: null };
  }
  const http = createHttp({ transport: context.transport, wait: context.wait });
  const ask = async ([name, origin]: [string, string]) => {
    try {
      const { headers } = await http({ method: "GET", url: `${origin}/`, server: origin, timeoutMs: DEADLINE_MS });
      return { finding: ok("network", `${name}: ${origin} answers`), time: Date.parse(headers.date ?? "") };
    } catch (error) {
      return { finding: fromError("network", error), time: Number.NaN };
    }
  };
  const answers = await Promise.all(Object.entries(origins).map(ask));
  const times = answers.map(({ time }) => time).filter((time) => !Number.isNaN(time));
  return { findings: answers.map(({ finding }) => finding), serverTime: times[0] ?? null };
}

function originsOf({ env }: Context): Record<string, string> {
  const { firestore, auth, google } = emulatorsOf(env);
  return {
    database: firestore ?? FIRESTORE_ORIGIN,
    "sign-in": auth ?? "https://securetoken.googleapis.com",
    "device login": google ?? "https://oauth2.googleapis.com",
  };
}

/** Whether the saved sign-in still opens the person's document; `uid` is null when nobody is signed in. */
export async function checkSignIn(context: Context, config: Config, database: Database) {
  try {
    const services = servicesOf(context, config, withDeadline(context, DEADLINE_MS));
    const { uid, email } = requireSession(context, services.issuer);
    const documents = openDocuments(context, services, uid, database);
    const failure = await documents.get(openPath(uid)).then(
      () => null,
      (error: unknown) => error,
    );
    const name = `${email ?? uid} in the project ${services.projectId}`;
    return { uid, finding: failure === null ? ok("sign-in", name) : fromError("sign-in", failure) };
  } catch (error) {
    return { uid: null, finding: fromError("sign-in", error) };
  }
}
