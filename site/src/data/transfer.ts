import {
  addsSharedDay,
  allYears,
  clip,
  exportCsv,
  hasCode,
  type ImportFile,
  type ImportPlan,
  importPlanText,
  type Owner,
  ownData,
  type PersonData,
  parseImport,
  planImport,
  plannedChanges,
  READ_AS_WINDOWS,
  requireSources,
  SHARED_DAY,
  type Source,
  shownTicks,
  strangerText,
  withoutAccounts,
  yearsOfChanges,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { change } from "../changes/change.ts";
import { BACKUP_SAVED } from "../changes/undo.ts";
import type { Connection } from "../replica/connection.ts";
import { readForPerson, requireConnection } from "../replica/localServer.ts";
import { $session } from "../session/session.ts";
import { $config, refreshSetup } from "../session/setup.ts";
import { fileName, saveDocument, saveFile } from "../view/download.ts";
import { messageOf } from "../view/status.ts";
import { currentDay } from "../view/today.ts";
import { recordExport } from "./safety.ts";

interface Transfer {
  /** The id of a backup; empty for a file. */
  readonly about: string;
  /** The outcome of the last action, or a preview. */
  readonly note: string;
  readonly proposal: Proposal | null;
}

/** An import or a restore that waits for consent. */
export interface Proposal {
  readonly command: "import" | "restore";
  readonly plan: ImportPlan;
  /** The plan including the file's accounts, which the person must choose; null if the file has no new ones. */
  readonly withAccounts: ImportPlan | null;
  /** The data before the change. */
  readonly here: PersonData;
  /** The connection that it was made for. */
  readonly connection: Connection;
  /** Whether the data is another person's. */
  readonly isForeign: boolean;
}

export const NOTHING: Transfer = { about: "", note: "", proposal: null };
const MAX_FILE_BYTES = 10_000_000;
const NOT_AN_EXPORT = "This isn't a file we can read. Use a dailyleet or Loop export.";
/** 'PK', 3, 4 */
const ZIP_SIGNATURE = [0x50, 0x4b, 3, 4];

export const $transfer = atom(NOTHING);

export function exportJson(): Promise<void> {
  return exportBy((here) => saveDocument(here, ".json"));
}

export function exportTable(): Promise<void> {
  return exportBy((here) => saveFile(fileName(".csv"), "text/csv", exportCsv(here.ticks)));
}

function exportBy(save: (here: PersonData) => void): Promise<void> {
  return attempt("", async () => {
    save(await readHere());
    await recordExport(requireConnection().uid);
  });
}

export function propose(file: File): Promise<void> {
  return attempt("", async (tell) => {
    if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 10 MB; choose another file.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (ZIP_SIGNATURE.every((byte, at) => bytes[at] === byte)) throw new Error(zipText(file.name));
    const there = parseImport(bytes, file.name, { sources: await currentSources() });
    await preview("import", there, file.name, tell);
  });
}

/** Reads a backup of the local server and previews its restore; `name` begins a sentence. */
export function proposeBackup(id: string, name: string): Promise<void> {
  return attempt(id, async (tell) => {
    const call = { method: "GET", url: `/backups/${id}`, maxBytes: MAX_FILE_BYTES } as const;
    const { text } = await readForPerson(call);
    await preview("restore", parseImport(new TextEncoder().encode(text), name, { sources: [] }), name, tell);
  });
}

type Tell = (note: string, proposal?: Proposal | null) => void;

/** Only a restore of the person's own data includes accounts without asking. */
async function preview(command: Proposal["command"], there: ImportFile, name: string, tell: Tell): Promise<void> {
  const connection = requireConnection();
  const here = await readHere();
  const { data, foreign } = dataForPerson(there, name);
  const all = planImport(here, data, currentDay());
  const isOwnBackup = command === "restore" && foreign === "";
  const plan = isOwnBackup ? all : planImport(here, withoutAccounts(data), currentDay());
  const withAccounts = all.settings.length > plan.settings.length ? all : null;
  const notes = [
    foreign,
    importText(plan, there.unknown ?? []),
    there.isWindows ? `${name}: ${READ_AS_WINDOWS}.` : "",
    ...(there.ignored ?? []).map((key) => `Skipped '${clip(key, MAX_KEY)}': not known to this version.`),
  ];
  const proposal = { command, plan, withAccounts, here, connection, isForeign: foreign !== "" };
  const isNew = plannedChanges(all).length > 0;
  tell(notes.filter((note) => note !== "").join(" "), isNew ? proposal : null);
}

/** Rejects as `requireSources`. Reads a faulty configuration again, because somebody may have mended it. */
async function currentSources(): Promise<readonly Source[]> {
  if ($config.get().fault !== undefined) await refreshSetup();
  return requireSources($config.get());
}

const MAX_KEY = 40;

interface Found {
  readonly data: PersonData;
  /** A sentence where the data is another person's; else empty. */
  readonly foreign: string;
}

function dataForPerson(file: ImportFile, name: string): Found {
  const session = $session.get();
  if (session.status !== "signed-in") return { data: file, foreign: "" };
  return dataIn(file, name, session.person, $config.get().local === true);
}

/** The person's own data in the file called `name`; if it has none, the first person's data. */
export function dataIn(file: ImportFile, name: string, person: Owner, isLocal: boolean): Found {
  const own = ownData(file, person, isLocal ? [person] : null);
  if (own !== null) return { data: own, foreign: "" };
  const [first, ...others] = file.profiles ?? [];
  const part = others.length > 0 ? ` Only the part of ${first?.name} can be added here.` : "";
  return { data: file, foreign: `${strangerText(name, file, person)}.${part}` };
}

/** Only the terminal unpacks zip files. */
function zipText(name: string): string {
  if (/\.(xls[xmb]|ods|numbers)$/i.test(name)) return `${name} is a workbook. Save it as CSV and choose that file.`;
  return `${name} is a zip file. Unzip it and choose Checkmarks.csv, or import it in the terminal.`;
}

/** Makes the proposed changes; with `hasAccounts`, including the file's accounts. */
export function accept(hasAccounts: boolean): Promise<void> {
  const { about, proposal } = $transfer.get();
  return attempt(about, async (tell) => {
    const connection = requireConnection();
    if (proposal?.connection !== connection) return;
    const { command, here, withAccounts } = proposal;
    const plan = (hasAccounts && withAccounts) || proposal.plan;
    if (plannedChanges(plan).length === 0) return decline();
    saveDocument(here, `-before-${command}.json`);
    await change(...plannedChanges(plan));
    tell(`${importPlanText(plan, "done")} ${BACKUP_SAVED}`);
  });
}

export function decline(): void {
  $transfer.set(NOTHING);
}

/** Runs `work` and shows its outcome, unless the person begins something else meanwhile. */
async function attempt(about: string, work: (tell: Tell) => Promise<void>): Promise<void> {
  const begun: Transfer = { ...NOTHING, about };
  $transfer.set(begun);
  const tell: Tell = (note, proposal = null) => {
    if ($transfer.get() === begun) $transfer.set({ about, note, proposal });
  };
  await work(tell).catch((error) => tell(sentenceOf(error)));
}

function sentenceOf(error: unknown): string {
  if (hasCode(error, "not-an-export")) return NOT_AN_EXPORT;
  return hasCode(error, "unavailable")
    ? "No answer from the server. Check your connection and try again."
    : messageOf(error);
}

async function readHere(): Promise<PersonData> {
  const { replica } = requireConnection();
  // Include unsent changes, whatever their year.
  await replica.load([]);
  const years = await replica.fetchYears(allYears(currentDay(), yearsOfChanges(replica.pending())));
  await Promise.all([replica.fetchNamed("marks"), replica.fetchNamed("settings")]);
  return { ticks: shownTicks(replica, years), marks: replica.marks().cells, settings: replica.settings().cells };
}

/** The preview of an import; `unknown` are names in the file that match none of the five sites. */
export function importText(plan: ImportPlan, unknown: readonly string[] = []): string {
  const sentences = [importPlanText(plan, "preview")];
  if (unknown.length > 0) sentences.push(unknownText(unknown));
  if (addsSharedDay(plan)) sentences.push(SHARED_DAY);
  return sentences.join(" ");
}

function unknownText(names: readonly string[]): string {
  const quoted = new Intl.ListFormat("en").format(names.map((name) => `"${name}"`));
  return `Skipped ${quoted}: not ${names.length === 1 ? "one" : "any"} of your five sites.`;
}
