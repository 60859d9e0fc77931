import {
  allYears,
  DEFAULT_SOURCES,
  exportCsv,
  exportDocument,
  formatDate,
  hasCode,
  type ImportPlan,
  type PersonData,
  parseImport,
  planImport,
  plannedChanges,
  shownTicks,
  yearsOfChanges,
} from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $look } from "../app/setup.ts";
import { $offer } from "../app/status.ts";
import { $today } from "../app/today.ts";
import { $connection, submit } from "../replica/connection.ts";
import { messageOf } from "../ui/report.ts";
import { afterChange } from "./afterChange.ts";
import { noteExport } from "./followExportAge.ts";
import { addedText, importText } from "./importText.ts";
import { BACKUP_SAVED } from "./offerText.ts";
import { saveFile } from "./saveFile.ts";

export interface Transfer {
  /** What happened last, or what an import would come to. */
  readonly note: string;
  /** What waits for the person's consent: the plan, and what is here before. */
  readonly proposal: { readonly plan: ImportPlan; readonly here: PersonData } | null;
}

const NOTHING: Transfer = { note: "", proposal: null };
const MAX_FILE_BYTES = 10_000_000;
/** 'PK', 3, 4 */
const NOT_AN_EXPORT = "This isn't a file we can read. Use a dailyleet or Loop export.";
const ZIP_SIGNATURE = [0x50, 0x4b, 3, 4];

export const $transfer = atom(NOTHING);

/** The sentence of an import goes with its undo. */
onMount($transfer, () =>
  $offer.listen((offer) => {
    if (offer?.act === "undo" && $transfer.get().proposal === null) decline();
  }),
);

export function exportJson(): Promise<void> {
  return exportBy((here) => saveJson(here, ""));
}

export function exportTable(): Promise<void> {
  return exportBy((here) => saveFile(fileName("", "csv"), "text/csv", exportCsv(here.ticks)));
}

function exportBy(save: (here: PersonData) => void): Promise<void> {
  return attempt(async () => {
    save(await readHere());
    const uid = $connection.get()?.uid;
    if (uid !== undefined) await noteExport(uid);
  });
}

/** Reads a file and says what it would add. */
export function propose(file: File): Promise<void> {
  return attempt(async () => {
    if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 10 MB; choose another file.`);
    const sources = $look.get().sources ?? DEFAULT_SOURCES;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (ZIP_SIGNATURE.every((byte, at) => bytes[at] === byte)) throw new Error(zipText(file.name));
    const there = parseImport(bytes, file.name, { sources });
    const here = await readHere();
    const plan = planImport(here, there, today());
    const proposal = plannedChanges(plan).length > 0 ? { plan, here } : null;
    $transfer.set({ note: importText(plan, today(), there.unknown ?? []), proposal });
  });
}

/** The page unpacks none: the terminal does. */
function zipText(name: string): string {
  return `${name} is a zip file. Unzip it and choose Checkmarks.csv, or import it in the terminal.`;
}

/** Adds what was proposed, after a copy of what was here. */
export function accept(): Promise<void> {
  const { proposal } = $transfer.get();
  return attempt(async () => {
    const connection = $connection.get();
    if (proposal === null || connection === null) return;
    const { plan, here } = proposal;
    saveJson(here, "-before-import");
    await submit(plannedChanges(plan));
    afterChange([...plan.changes, ...plan.practice.changes], connection);
    $transfer.set({ note: `${addedText(plan)} ${BACKUP_SAVED}`, proposal: null });
  });
}

export function decline(): void {
  $transfer.set(NOTHING);
}

async function attempt(work: () => Promise<void>): Promise<void> {
  $transfer.set(NOTHING);
  await work().catch((error) => $transfer.set({ note: sentenceOf(error), proposal: null }));
}

function sentenceOf(error: unknown): string {
  if (hasCode(error, "not-an-export")) return NOT_AN_EXPORT;
  return hasCode(error, "unavailable")
    ? "No answer from the server. Check your connection and try again."
    : messageOf(error);
}

async function readHere(): Promise<PersonData> {
  const replica = $connection.get()?.replica;
  if (replica === undefined) throw new Error("You are signed out; sign in again.");
  // What waits counts too, of whatever year the clock said it is.
  await replica.load([]);
  const years = await replica.readYears(allYears(today(), yearsOfChanges(replica.pending())));
  await replica.readMarks().catch(unlessRefused);
  return { ticks: shownTicks(replica, years), marks: replica.marks().marks };
}

/** A site whose rules are older than this page has no marks, and its ticks must not be held back by that. */
function unlessRefused(error: unknown): void {
  if (!hasCode(error, "refused")) throw error;
}

function saveJson(data: PersonData, mark: string): void {
  saveFile(fileName(mark, "json"), "application/json", `${JSON.stringify(exportDocument(data))}\n`);
}

function fileName(mark: string, ending: string): string {
  return `dailyleet-${formatDate(today())}${mark}.${ending}`;
}

function today() {
  const date = $today.get();
  if (date === null) throw new Error("the page does not run in a browser");
  return date;
}
