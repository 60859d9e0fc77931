import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
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
import { emulatorsOf } from "../cloud/emulators.ts";
import { servicesOf, withDeadline } from "../cloud/services.ts";
import { openDocuments, requireSession } from "../cloud/session.ts";
import { type Context, zoneFault } from "../context.ts";
import { dailyDirectory, findBackups, namingNewestBackup } from "../files/backups.ts";
import { loadConfig, placesOf, requireOwnDirectories, withDatabase } from "../files/directories.ts";
import { cannot } from "../files/files.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import type { CommonOptions } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

interface Finding {
  readonly check: string;
  /** `hint`: nothing is broken, but there is something to know or to do. `mend`: something does not work as it should. */
  readonly state: "ok" | "hint" | "mend";
  /** Never a secret. */
  readonly found: string;
  /** What to do; null when all is well. */
  readonly advice: string | null;
}

const isProblem = ({ state }: Finding) => state === "mend";
const FAILED = 1;

export async function runDoctor(context: Context, options: CommonOptions): Promise<void> {
  const findings = await findAll(context);
  const isBroken = findings.some(isProblem);
  if (options.json) printJson(context, { version: 1, ok: !isBroken, findings });
  else {
    const texts = findings.flatMap(({ found, advice }) => [found, advice ?? ""]);
    context.stdout.write(renderFindings(findings, await capabilitiesOf(context, options, texts)));
  }
  if (isBroken) context.setExitCode(FAILED);
}

/** The words for people; the JSON has the names of the states. */
const STATES = { ok: ["green", "ok"], hint: ["magenta", "hint"], mend: ["red", "problem"] } as const;
const STATE_WIDTH = 9;
const CHECK_WIDTH = 15;

function renderFindings(findings: readonly Finding[], { paint, columns, measure }: Capabilities): string {
  const lines = findings.map(({ check, state, found, advice }) => {
    const [color, name] = STATES[state];
    const label = paint(color, name) + " ".repeat(STATE_WIDTH - name.length) + check.padEnd(CHECK_WIDTH);
    const text = oneLine(found) + (advice === null ? "" : `\nfix: ${oneLine(advice)}`);
    return `${labelled(label, STATE_WIDTH + CHECK_WIDTH, text, columns, measure)}\n`;
  });
  return lines.join("");
}

async function findAll(context: Context): Promise<Finding[]> {
  const program = ok("program", `dailyleet ${context.version}, Node ${context.nodeVersion}`);
  try {
    requireOwnDirectories(context);
  } catch (error) {
    return [program, fromError("directories", error)];
  }
  const { config, finding } = checkConfig(context);
  const first = [program, ...checkDirectories(context), finding, ...checkBackups(context, config)];
  const { databaseFile } = placesOf(context);
  if (!existsSync(databaseFile) && config?.firebase === undefined) {
    const way = first.some(isProblem) ? "fix the problems above; then" : "nothing;";
    const none = hint("database", `${databaseFile} is not there yet`, `${way} the first tick creates it`);
    return [...first, none, checkClock(context, config, 0, null)];
  }
  try {
    return [...first, ...(await withDatabase(context, (database) => checkDatabase(context, config, database)))];
  } catch (error) {
    const named = error instanceof DailyleetError ? namingNewestBackup(context, error) : error;
    return [...first, fromError("database", named)];
  }
}

/** The database and what it tells of the clock, the sign-in and the person's data. */
async function checkDatabase(context: Context, config: Config | null, database: Database): Promise<Finding[]> {
  const file = checkIntegrity(database);
  const changed = lastChange(database);
  if (config?.firebase === undefined) {
    const clock = checkClock(context, config, changed, null);
    const profiles = listProfiles(database);
    const names = profiles.map(({ name }) => name).join(", ");
    const signIn = ok("sign-in", `not needed in local mode; ${counted(profiles.length, "profile")}: ${names}`);
    const marks = profiles.flatMap(({ uid, name }) => checkMarks(database, "documents", uid, name));
    return [file, clock, signIn, ...marks];
  }
  const { findings, serverTime } = await checkServers(context);
  const { uid, finding } = await checkSignIn(context, config, database);
  const clock = checkClock(context, config, changed, serverTime);
  if (uid === null) return [file, clock, ...findings, finding];
  const marks = checkMarks(database, "known_documents", uid, "as last read");
  return [file, clock, ...findings, finding, ...(await checkUnsent(database, uid)), ...marks];
}

const ok = (check: string, found: string): Finding => ({ check, state: "ok", found, advice: null });
type Advise = (check: string, found: string, advice: string) => Finding;
const hint: Advise = (check, found, advice) => ({ check, state: "hint", found, advice });
const mend: Advise = (check, found, advice) => ({ check, state: "mend", found, advice });

/** Cuts the message at its last semicolon, behind which errors say what to do. */
function fromError(check: string, error: unknown): Finding {
  if (!(error instanceof DailyleetError)) throw error;
  const cut = error.message.lastIndexOf("; ");
  if (cut === -1) return mend(check, error.message, "see docs/terminal.md");
  return mend(check, error.message.slice(0, cut), error.message.slice(cut + 2).replace(/\.$/, ""));
}

function checkConfig(context: Context): { readonly config: Config | null; readonly finding: Finding } {
  const { configFile } = placesOf(context);
  try {
    const config = loadConfig(context);
    const mode = config.firebase ? `cloud mode, project ${config.firebase.projectId}` : "local mode";
    const keys = Object.keys(config);
    const set = keys.length === 0 ? "nothing is set" : `sets ${keys.join(", ")}`;
    const found = `${mode}; ${configFile} ${existsSync(configFile) ? set : "is not there"}`;
    return { config, finding: ok("configuration", found) };
  } catch (error) {
    return { config: null, finding: fromError("configuration", error) };
  }
}

/** Whether the person, and nobody else, can use the directories and the configuration. */
function checkDirectories(context: Context): Finding[] {
  const { configFile, databaseFile, backupsDirectory } = placesOf(context);
  const own = new Set([dirname(configFile), dirname(databaseFile)]);
  const faults = [
    ...[...own, backupsDirectory].flatMap((path) => faultOf(context, path, "directory")),
    ...faultOf(context, configFile, "file"),
  ];
  return faults.length > 0 ? faults : [ok("directories", [...own].join(", "))];
}

function faultOf(context: Context, path: string, kind: "directory" | "file"): Finding[] {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    // The program creates missing ones with the right mode.
    const [found, advice] = (stats && faultIn(context, path, kind, stats)) ?? [];
    return found && advice ? [mend("directories", `${path} ${found}`, advice)] : [];
  } catch (error) {
    return [fromError("directories", cannot("read", path, error))];
  }
}

function faultIn({ userId }: Context, path: string, kind: "directory" | "file", stats: Stats): string[] | null {
  const isFile = kind === "file";
  if (!(isFile ? stats.isFile() : stats.isDirectory())) {
    return [`is not a ${kind}`, isFile ? "move it away" : "move it away, or set DAILYLEET_HOME"];
  }
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

/** Nothing before the first backup, and without a configuration, which says where they are. */
function checkBackups(context: Context, config: Config | null): Finding[] {
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

/** SQLite's check of the file, and whether its tables are the program's. */
function checkIntegrity(database: Database): Finding {
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
  const advice = "save what can be read with 'dailyleet export FILE', then restore a backup";
  return mend("database", `${name} ${found}`, advice);
}

/** The last change of a document that this computer knows of, in milliseconds since the epoch; 0 for none. */
function lastChange(database: Database): number {
  const local = database.get<{ at: number | null }>("SELECT max(updated) AS at FROM documents")?.at ?? 0;
  const cloud = database.get<{ at: string | null }>("SELECT max(update_time) AS at FROM known_documents")?.at;
  return Math.max(Math.floor(local / 1000), cloud ? Date.parse(cloud) : 0);
}

/** Changes that wait for the cloud, of `uid`, who is signed in, and of others. */
async function checkUnsent(database: Database, uid: string): Promise<Finding[]> {
  const own = await createOutbox(database).list(uid);
  const refused = own.filter((change) => change.refused !== undefined);
  const waiting = own.length - refused.length;
  const others = database.get<{ count: number }>("SELECT count(*) AS count FROM outbox WHERE uid <> ?", uid)?.count;
  const findings: Finding[] = [];
  if (refused.length > 0) {
    const found = `${counted(refused.length, "change")} refused: ${refused[0]?.refused}`;
    findings.push(mend("unsent", found, "run 'dailyleet sync' to try again"));
  }
  if (waiting > 0) findings.push(hint("unsent", `${counted(waiting, "change")} waiting`, "run 'dailyleet sync'"));
  if (others) {
    const found = `${counted(others, "change")} of another account`;
    findings.push(hint("unsent", found, "they are sent when that account signs in here"));
  }
  return findings.length > 0 ? findings : [ok("unsent", "nothing to send")];
}

const TOLERANCE_MS = 5 * 60_000;

/** `lastChange` is 0 where nothing has changed, `serverTime` null where no server answered; both in milliseconds. */
function checkClock(context: Context, config: Config | null, lastChange: number, serverTime: number | null): Finding {
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
function checkMarks(database: Database, table: "documents" | "known_documents", uid: string, name: string): Finding[] {
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

const DEADLINE_MS = 5_000;

/** Any answer of a server will do. `serverTime` is in milliseconds, null without an answer. */
async function checkServers(context: Context) {
  const http = createHttp(context);
  let serverTime = null as number | null;
  const ask = async ([name, origin]: [string, string]) => {
    try {
      const { headers } = await http({ method: "GET", url: `${origin}/`, server: origin, timeoutMs: DEADLINE_MS });
      serverTime ??= headers.date ? Date.parse(headers.date) : null;
      return ok("network", `${name}: ${origin} answers`);
    } catch (error) {
      return fromError("network", error);
    }
  };
  try {
    const { firestore, auth, google } = emulatorsOf(context.env);
    const origins = {
      database: firestore ?? FIRESTORE_ORIGIN,
      "sign-in": auth ?? "https://securetoken.googleapis.com",
      "device login": google ?? "https://oauth2.googleapis.com",
    };
    return { findings: await Promise.all(Object.entries(origins).map(ask)), serverTime };
  } catch (error) {
    return { findings: [fromError("network", error)], serverTime };
  }
}

/** Whether the saved sign-in still opens the person's document; `uid` is null when nobody is signed in. */
async function checkSignIn(context: Context, config: Config, database: Database) {
  let uid: string | null = null;
  try {
    const services = servicesOf(context, config, withDeadline(context, DEADLINE_MS));
    const session = requireSession(context, services.issuer);
    const documents = openDocuments(context, services, session.uid, database);
    uid = session.uid;
    await documents.get(openPath(uid));
    return { uid, finding: ok("sign-in", `${session.email ?? uid} in the project ${services.projectId}`) };
  } catch (error) {
    return { uid, finding: fromError("sign-in", error) };
  }
}
