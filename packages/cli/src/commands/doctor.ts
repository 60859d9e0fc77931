import { accessSync, constants, existsSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { createHttp, FIRESTORE_ORIGIN } from "@dailyleet/client";
import {
  allDoneCells,
  allMarks,
  amountText,
  type CivilDate,
  type Config,
  codeOf,
  configFor,
  counted,
  formatDate,
  isDailyleetError,
  LARGE_CHANGE,
  NO_SETTINGS,
  type OutboxEntry,
  openPath,
  orElse,
  unusableText,
} from "@dailyleet/core";
import { createOutbox, type Database, keepsModes, reasonOf, requireWhole } from "@dailyleet/local";
import { emulatorsOf } from "../cloud/emulators.ts";
import { proxyFor } from "../cloud/proxy.ts";
import { servicesOf, withDeadline } from "../cloud/services.ts";
import { openDocuments, protectSessions, requireSession } from "../cloud/session.ts";
import { type Context, zoneFault } from "../context.ts";
import {
  dailyDirectory,
  findBackups,
  findOddEntries,
  lostData,
  ODD_ENTRY,
  readProfiles,
  WAY_TO_USUAL,
} from "../files/backups.ts";
import { withDatabase } from "../files/database.ts";
import { nearestOwner, placesOf, requireOwnDirectories, usualDatabase } from "../files/directories.ts";
import { statOf } from "../files/files.ts";
import { knownConfig, loadSite, modeText } from "../files/settings.ts";
import { dateOf } from "../rendering/changes.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNotes, shellWord } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";
import { addVerb, type CommandContext } from "../verb.ts";
import { lackOf } from "./restore/here.ts";

export function registerDoctor(program: Program, context: CommandContext): void {
  addVerb(program, context, "doctor", {
    summary: "find problems and how to fix them",
    description:
      "Check directories, database, configuration, clock, sign-in and servers; exits with code 1 if there is a problem.",
    examples: { "dailyleet doctor": "each problem comes with a fix" },
    needs: { place: false, config: "own", data: false },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runDoctor(context, optionsOf(command)));
}

async function runDoctor(context: Context, options: CommonOptions): Promise<void> {
  const findings = await findAll(context);
  const isBroken = findings.some(isProblem);
  const texts = findings.flatMap(({ found, advice }) => [found, advice ?? ""]);
  if (options.json) printJson(context, { version: 1, ok: !isBroken, findings });
  else context.stdout.write(renderFindings(findings, await capabilitiesOf(context, options, texts)));
  if (isBroken) context.setExitCode(1);
}

interface Finding {
  readonly check: string;
  /** `hint`: nothing is broken, but the person may want to know or do something. `mend`: something is broken. */
  readonly state: "ok" | "hint" | "mend";
  /** Never a secret. */
  readonly found: string;
  /** What to do; null when all is well. */
  readonly advice: string | null;
}

/** A finding before its check is named. */
type Trouble = Omit<Finding, "check">;
const hint = (found: string, advice: string): Trouble => ({ state: "hint", found, advice });
const problem = (found: string, advice: string): Trouble => ({ state: "mend", found, advice });

/** Runs one check. `look` returns troubles, or a text for what is well. A `DailyleetError` of `look` is a problem. */
async function examine(
  check: string,
  look: () => string | readonly Trouble[] | Promise<string | readonly Trouble[]>,
): Promise<Finding[]> {
  try {
    const found = await look();
    const troubles = typeof found === "string" ? [{ state: "ok", found, advice: null } as const] : found;
    return troubles.map((trouble) => ({ check, ...trouble }));
  } catch (error) {
    if (!isDailyleetError(error)) throw error;
    return [{ check, ...readFault(error.message) }];
  }
}

/** Splits an error's message at its last semicolon, which precedes the advice. */
function readFault(message: string): Trouble {
  const [, found = message, advice = "see docs/terminal.md"] = /^(.*); (.*?)\.?$/s.exec(message) ?? [];
  return problem(found, advice);
}

const isProblem = ({ state }: Finding) => state === "mend";

/** Color and word for each state. The JSON output has the states' own names. */
const STATES = { ok: ["green", "ok"], hint: ["magenta", "hint"], mend: ["red", "problem"] } as const;
const STATE_WIDTH = 9;
const CHECK_WIDTH = 15;

/** A row for each problem and hint, then one row that names the checks without either. */
function renderFindings(findings: readonly Finding[], { paint, columns, measure }: Capabilities): string {
  const row = (state: Finding["state"], check: string, text: string) => {
    const [color, name] = STATES[state];
    const label = paint(color, name) + " ".repeat(STATE_WIDTH - name.length) + check;
    return `${labelled(label, STATE_WIDTH + check.length, text, columns, measure)}\n`;
  };
  const wrong = findings.filter(({ state }) => state !== "ok");
  const well = new Set(findings.map(({ check }) => check));
  for (const { check } of wrong) well.delete(check);
  const rows = wrong.map(({ check, state, found, advice }) =>
    row(state, check.padEnd(CHECK_WIDTH), `${oneLine(found)}\nfix: ${oneLine(advice ?? "")}`),
  );
  return [...rows, row("ok", "", [...well].join(", "))].join("");
}

async function findAll(context: Context): Promise<Finding[]> {
  const program = await examine("program", () => `dailyleet ${context.version}, Node ${context.nodeVersion}`);
  const foreign = await examine("directories", () => requireOwnDirectories(context) ?? []);
  if (foreign.length > 0) return [...program, ...foreign];
  const { configFile, databaseFile } = placesOf(context);
  const config = orElse(configFor({}, NO_SETTINGS), () => knownConfig(context));
  const first = [
    ...program,
    ...(await examine("directories", () => checkDirectories(context))),
    ...(await examine("directories", () => checkUsualPlace(context))),
    ...(await examine("configuration", () => {
      const faults = [...loadSite(context).faults, ...config.unusable.map(unusableText)];
      return faults.length > 0 ? faults.map(readFault) : `${modeText(config)}; ${configFile}`;
    })),
    ...(await examine("backups", () => checkBackups(context, config))),
  ];
  if (config.firebase || existsSync(databaseFile)) {
    const isWritable = !first.some((finding) => finding.check === "directories" && isProblem(finding));
    return [...first, ...(await checkDatabase(context, config, isWritable))];
  }
  const clock = await examine("clock", () => checkClock(context, config));
  if (first.some(isProblem)) return [...first, ...clock];
  const lost = await lostData(context);
  const { found, advice } = lost === null ? NOTHING_YET : readFault(`, but ${lost}`);
  const missing = { state: "hint", found: `${databaseFile} is not there${found}`, advice } as const;
  const database = await examine("database", () => [missing]);
  return [...first, ...database, ...clock];
}

const NOTHING_YET = { found: " yet", advice: "nothing; the first tick creates it" };

/** Checks that the directories and the configuration are the person's, writable and closed to others. */
function checkDirectories(context: Context): string | Trouble[] {
  const { configFile, databaseFile, backupsDirectory } = placesOf(context);
  const directories = [...new Set([dirname(configFile), dirname(databaseFile)])];
  const faults = [...directories, backupsDirectory].map((path) => faultOf(context, path, "directory"));
  const all = [...directories.map(faultOfMissing), ...faults, faultOf(context, configFile, "file")];
  const found = all.filter((fault) => fault !== null);
  return found.length > 0 ? found : directories.join(", ");
}

/** A missing directory: the fault of the nearest existing parent, in which it would be created. */
function faultOfMissing(path: string): Trouble | null {
  if (statOf(path) !== null) return null;
  const { path: parent } = nearestOwner(path);
  const fault = accessFault(parent, "directory");
  const reason = fault !== null ? reasonOf(fault) : statOf(parent)?.isDirectory() ? null : "not a directory";
  return reason === null ? null : problem(`${path} can't be made in ${parent} (${reason})`, ELSEWHERE);
}

const ELSEWHERE = "set DAILYLEET_HOME to a directory that can be written";

function accessFault(path: string, kind: "file" | "directory"): unknown {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (kind === "directory" ? constants.X_OK : 0));
    return null;
  } catch (error) {
    return error;
  }
}

/** Null for a missing path, too: the program creates it with the right mode. */
function faultOf({ userId }: Context, path: string, kind: "file" | "directory"): Trouble | null {
  const stats = statOf(path);
  if (stats === null) return null;
  const elsewhere = kind === "file" ? "" : ", or set DAILYLEET_HOME";
  if (!(kind === "file" ? stats.isFile() : stats.isDirectory())) {
    return problem(`${path} is not a ${kind}`, `move it away${elsewhere}`);
  }
  if (userId !== undefined && stats.uid !== userId) {
    return problem(`${path} belongs to another user (uid ${stats.uid})`, `chown it${elsewhere}`);
  }
  const fault = accessFault(path, kind);
  if (fault !== null) {
    const isRight = codeOf(fault) === "EACCES";
    const way = isRight ? `chmod u+rwX ${shellWord(path)}${elsewhere}` : ELSEWHERE;
    return problem(`${path} can't be written (${reasonOf(fault)})`, way);
  }
  return userId === undefined ? null : openFault(path, kind, stats);
}

function openFault(path: string, kind: "file" | "directory", { mode }: Stats): Trouble | null {
  if ((mode & 0o077) === 0) return null;
  if (keepsModes(kind === "file" ? dirname(path) : path)) {
    return problem(`${path} is open to other users`, `chmod ${kind === "file" ? 600 : 700} ${shellWord(path)}`);
  }
  const found = `${path} may be open to other users, because its file system keeps no permissions`;
  return hint(found, "set DAILYLEET_HOME to a directory on a local disk");
}

function checkUsualPlace(context: Context): Trouble[] {
  const { databaseFile } = placesOf(context);
  const usual = usualDatabase(context);
  // If this database is missing, the check of the database names the usual one.
  if (usual === null || !existsSync(databaseFile)) return [];
  return [hint(`another database is in ${dirname(usual)}; this one is in ${dirname(databaseFile)}`, WAY_TO_USUAL)];
}

/** No finding before the first backup, unless the daily backup is off. */
function checkBackups(context: Context, config: Config): string | Trouble[] {
  const odd = findOddEntries(context, config).map((file) => hint(`skipped ${file}, ${ODD_ENTRY}`, "move it away"));
  const [newest] = findBackups(context, config);
  const found = newest ? `the newest is ${newest.file}` : "there is none";
  if (dailyDirectory(context, config) !== null) return odd.length > 0 ? odd : newest ? found : [];
  return [...odd, hint(`not saved each day, and ${found}`, "dailyleet config backups on")];
}

const TOLERANCE_MS = 5 * 60_000;
/**
 * Ignore a later change: the clock was wrong then and has been set since. Ticks and marks of days to come still count.
 */
const LONGEST_LEAD_MS = 31 * 86_400_000;

interface Witnesses {
  /** The time of the database's last change, and the cloud's time; in milliseconds since the epoch. */
  readonly changed?: number;
  readonly serverTime?: number | null;
  readonly ahead?: ReturnType<typeof storedAhead>;
}

function checkClock(context: Context, config: Config, witnesses: Witnesses = {}) {
  const { changed = 0, serverTime = null, ahead } = witnesses;
  const [now, zone] = [context.now(), context.zone()];
  const today = `today is ${formatDate(todayOf(context, config))}`;
  if (zone === null) {
    return [problem(`${today}. ${zoneFault(context.env)}`, "set TZ to a name such as Europe/Berlin")];
  }
  if (ahead && ahead.commands.length > 0) {
    const found = `${today} in ${zone}, but the database holds ${amountText(ahead.ticks, ahead.marks)} of days to come`;
    const commands = ahead.commands.slice(0, MOST_COMMANDS).join("; ");
    return [problem(found, `set this computer's date; if it is right, remove what a wrong date has left: ${commands}`)];
  }
  const isBehind = changed > now + TOLERANCE_MS && changed < now + LONGEST_LEAD_MS;
  if (!isBehind && Math.abs((serverTime ?? now) - now) <= TOLERANCE_MS) return `${today} in ${zone}`;
  const witness = isBehind
    ? `the database was changed last at ${utcText(changed)}`
    : `the cloud says ${utcText(serverTime ?? now)}`;
  const found = `${today} in ${zone} at ${utcText(now)}, but ${witness}`;
  const wasWrong = isBehind ? "; if they are right, they were wrong then, and nothing is left to do" : "";
  return [problem(found, `set this computer's date, time and time zone${wasWrong}`)];
}

function utcText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Checks the database and, if it is sound, the account or the profiles. */
function checkDatabase(context: Context, config: Config, isWritable: boolean): Promise<Finding[]> {
  const checking = withDatabase(context, "read", async (database) => {
    const whole = await examine("database", () => {
      requireWhole(database);
      readProfiles(database, 0);
      // On a disk without locks, a database can be read but not written.
      if (isWritable && existsSync(database.file)) database.transaction(() => {});
      return database.file;
    });
    const next = config.firebase ? checkAccount : checkProfiles;
    return whole.some(isProblem) ? whole : [...whole, ...(await next(context, config, database))];
  });
  return checking.catch((error) =>
    examine("database", () => {
      throw error;
    }),
  );
}

async function checkProfiles(context: Context, config: Config, database: Database): Promise<Finding[]> {
  const { at } = database.get<{ at: number | null }>("SELECT max(updated) AS at FROM documents") ?? {};
  const witnesses = { changed: (at ?? 0) / 1000, ahead: storedAhead(todayOf(context, config), database) };
  const clock = await examine("clock", () => checkClock(context, config, witnesses));
  return [...clock, ...(await examine("backups", () => checkFullerBackups(context, config, database)))];
}

/**
 * Ticks of years to come, marks of days to come, and commands that remove them. Ticks later this year are allowed: the
 * page adds them.
 */
function storedAhead(today: CivilDate, database: Database) {
  const people = readProfiles(database, today.year).map(({ name, ticks, marks }, index) => ({
    whose: index === 0 ? "" : ` --profile ${shellWord(name)}`,
    ticks: allDoneCells(ticks).filter(({ table }) => table > today.year),
    marks: allMarks(marks).filter(({ column }) => column > formatDate(today)),
  }));
  const ticks = people.flatMap(({ ticks, whose }) =>
    ticks.map((cell) => `dailyleet untick ${cell.column} --date ${dateOf(cell)}${whose}`),
  );
  const marks = people.flatMap(({ marks, whose }) =>
    marks.map(({ row, column }) => `dailyleet mark ${shellWord(row)} none --date ${column} --list all${whose}`),
  );
  return { ticks: ticks.length, marks: marks.length, commands: [...ticks, ...marks] };
}

const MOST_COMMANDS = 3;

/** For each computer, names its newest backup if that holds more than a person is likely to have cleared since. */
function checkFullerBackups(context: Context, config: Config, database: Database): Trouble[] {
  const saved = findBackups(context, config).filter(({ computer }) => computer !== null);
  const newest = [...Map.groupBy(saved, ({ file }) => DATABASE.exec(basename(file))?.[1]).values()];
  return newest.flatMap(([backup]) => {
    const lack = backup && orElse(null, () => lackOf(context, config, backup.file, database));
    if (!backup || !lack || lack.ticks + lack.marks <= LARGE_CHANGE) return [];
    const found = `${backup.file} holds ${amountText(lack.ticks, lack.marks)} that the database lacks`;
    return hint(found, `dailyleet restore ${shellWord(backup.file)}`);
  });
}

/** The part of a backup's name that tells databases apart: the computer's number and, in cloud mode, the account. */
const DATABASE = /-([\da-f]{8}(?:-(?!\d{4}-)\w+)?)[-.]/;

const DEADLINE_MS = 5_000;

/** Checks servers, clock, sign-in and unsent changes. */
async function checkAccount(context: Context, config: Config, database: Database): Promise<Finding[]> {
  const { findings, time } = await askServers(context);
  const clock = await examine("clock", () => checkClock(context, config, { serverTime: time }));
  let uid = null as string | null;
  const signIn = await examine("sign-in", async () => {
    const services = servicesOf(context, config, withDeadline(context, DEADLINE_MS));
    printNotes(context, [...services.notes, ...protectSessions(context)]);
    const session = requireSession(context, services.issuer);
    uid = session.uid;
    await openDocuments(context, services, uid, database).get(openPath(uid));
    return `${session.email ?? uid} in the project ${services.projectId}`;
  });
  const pending = uid === null ? [] : await createOutbox(database).list(uid);
  const unsent = uid === null ? [] : await examine("unsent", () => checkUnsent(pending));
  return [...clock, ...findings, ...signIn, ...unsent];
}

/**
 * Any answer proves that a server can be reached. `time` is the cloud's, in milliseconds since the epoch; null without
 * an answer.
 */
async function askServers(context: Context) {
  const http = createHttp(context);
  let time = null as number | null;
  const ask = ([name, origin]: [string, string]) =>
    examine("network", async () => {
      const { headers } = await http({ method: "GET", url: `${origin}/`, server: origin, timeoutMs: DEADLINE_MS });
      time ??= headers.date ? Date.parse(headers.date) : null;
      const proxy = proxyFor(new URL(origin), context.env);
      return `${name}: ${origin} answers${proxy ? ` through the proxy ${proxy.host} (${proxy.variable})` : ""}`;
    });
  const findings = await examine("network", async () => {
    const { firestore, auth, google } = emulatorsOf(context.env);
    const servers = {
      database: firestore ?? FIRESTORE_ORIGIN,
      "sign-in": auth ?? "https://securetoken.googleapis.com",
      "device login": google ?? "https://oauth2.googleapis.com",
    };
    return (await Promise.all(Object.entries(servers).map(ask))).flat();
  });
  return { findings, time };
}

function checkUnsent(pending: readonly OutboxEntry[]): string | Trouble[] {
  const refused = pending.filter((change) => change.refused !== undefined);
  const found = `${counted(refused.length, "change")} refused: ${refused[0]?.refused}`;
  if (refused.length > 0) return [problem(found, "run 'dailyleet sync' to try again")];
  if (pending.length === 0) return "nothing to send";
  return [hint(`${counted(pending.length, "change")} waiting`, "run 'dailyleet sync'")];
}
