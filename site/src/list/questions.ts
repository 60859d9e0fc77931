import { downloadSheet } from "@dailyleet/client";
import {
  type Config,
  counted,
  formatDate,
  hasCode,
  joinLists,
  LIST_NAMES,
  LIST_TITLES,
  type ListName,
  listOf,
  type PlanSpan,
  parseSheet,
  planOf,
  type Question,
  questionsIn,
  readDate,
  readSheetCopy,
  readSpreadsheet,
  type Sheet,
  type SheetCopy,
  sheetsOf,
} from "@dailyleet/core";
import { atom, effect, onMount } from "nanostores";
import { readCached, sheetKey, writeCached } from "../replica/indexedDb.ts";
import { http } from "../session/http.ts";
import { saveSetting } from "../session/settings.ts";
import { $config, $setup } from "../session/setup.ts";
import { readStored, removeStored, storeText } from "../ui/stored.ts";
import { messageOf } from "../view/status.ts";
import { $today } from "../view/today.ts";
import { $view } from "../view/view.ts";

export interface QuestionList {
  readonly status: "loading" | "ready" | "failed";
  readonly questions: readonly Question[];
  /** When a cached copy was fetched (milliseconds since the epoch); null for a list that is up to date. */
  readonly keptAt: number | null;
  /** A sentence for the sheet's owner about skipped rows or an unreadable sheet; else empty. */
  readonly fault: string;
}

const LOADING: QuestionList = { status: "loading", questions: [], keptAt: null, fault: "" };

export const $questions = atom(LOADING);

/** The chosen list, and the plan for it, if there is one. */
interface Choices {
  readonly list: ListChoice;
  readonly plan: PlanSpan | null;
}

/** A list of the program, or the site's own sheet. */
type ListChoice = ListName | "own";

/** Where this browser keeps the choices, and the day on which a plan began. */
const KEPT_AT = { list: "dailyleet/list", plan: "dailyleet/until", from: "dailyleet/from" } as const;

type Kept = Partial<Record<keyof typeof KEPT_AT, string>>;

/** The person's choices: in local mode this computer's, else this browser's; without one, the site's. */
export const $choices = atom<Choices>({ list: "dailyleet75", plan: null });

/** Why the last list and plan that a person chose weren't saved; empty where they were. */
export const $choiceFaults = atom<Readonly<Record<keyof Choices, string>>>({ list: "", plan: "" });

export function setChoiceFault(setting: keyof Choices, fault: string): void {
  $choiceFaults.set({ ...$choiceFaults.get(), [setting]: fault });
}

onMount($choices, () => $config.subscribe(() => $choices.set(readChoices())));

/** `changed` over what this browser keeps. */
function readChoices(changed: Kept = {}): Choices {
  const config = $config.get();
  const usual = listOf(config) ?? "own";
  const kept = (name: keyof Kept) => changed[name] ?? readStored(KEPT_AT[name]);
  const list = kept("list");
  const chosen = listChoices(config).find(([name]) => name === list)?.[0] ?? usual;
  const planned = kept("plan");
  if (planned === null) return { list: chosen, plan: chosen === usual ? planOf(config) : null };
  const until = readDate(planned);
  return { list: chosen, plan: until && { from: readDate(kept("from") ?? "") ?? undefined, until } };
}

/** The lists to choose from, with their titles. */
export function listChoices({ sheet }: Config): (readonly [ListChoice, string])[] {
  const sites = sheet ? ([["own", "This site's list"]] as const) : [];
  return [...sites, ...LIST_NAMES.map((name) => [name, LIST_TITLES[name]] as const)];
}

/** A plan begins again with another list. */
export function chooseList(list: string): void {
  choose("list", list);
}

/** Plans to meet every question of the list by that day (`YYYY-MM-DD`); empty for no plan. */
export function choosePlan(until: string): void {
  choose("plan", until);
}

function choose(setting: keyof Choices, value: string): void {
  const today = $today.get();
  const changed = { [setting]: value, ...(today && { from: formatDate(today) }) };
  $choices.set(readChoices(changed));
  if ($config.get().local) return void chooseForComputer(setting, value, changed);
  keep(changed);
  setChoiceFault(setting, "");
}

function keep(changed: Kept): void {
  for (const [name, text] of Object.entries(changed)) storeText(KEPT_AT[name as keyof Kept], text);
}

let latest: Kept = {};

/** Gives the choice to the terminal, too. This browser keeps one that the computer's files can't hold. */
async function chooseForComputer(setting: keyof Choices, value: string, changed: Kept): Promise<void> {
  latest = changed;
  const chosen = JSON.stringify($choices.get()[setting]);
  const fault = await saveSetting(setting, value === "" || value === "own" ? null : value);
  setChoiceFault(setting, fault ?? "");
  if (latest !== changed) return;
  if (fault === null) {
    removeStored(KEPT_AT[setting]);
    if (JSON.stringify(readChoices()[setting]) !== chosen) keep(changed);
  }
  $choices.set(readChoices());
}

/**
 * Fetches the list when a component first needs it and when another list is chosen; after a failure or a cached copy
 * again at each change of screen.
 */
onMount($questions, () => effect([$setup, $choices, $view], () => void fetchList()));

/** The addresses of the list that is shown or being fetched. */
let current = "";

/** Fetches the chosen list, again if that has failed or brought a cached copy. Never rejects. */
export async function fetchList(): Promise<void> {
  if ($setup.get().status !== "ready") return;
  const { sheet } = $config.get();
  const { list } = $choices.get();
  const places = sheetsOf({ ...(list !== "own" && { list }), ...(sheet && { sheet }) });
  const addresses = places.map((place) => ("own" in place ? place.own : `/${place.bundled}`));
  const { status, keptAt } = $questions.get();
  const isOther = addresses.join(" ") !== current;
  if (!isOther && status !== "failed" && keptAt === null) return;
  current = addresses.join(" ");
  // A cached copy stays until a newer list is there.
  if (isOther || status === "failed") $questions.set(LOADING);
  await readList(addresses);
}

async function readList(addresses: readonly string[]): Promise<void> {
  const read = await Promise.all(addresses.map(readSheet)).catch((error: unknown) => faultOf(error));
  // Another list was chosen meanwhile.
  if (addresses.join(" ") !== current) return;
  if (typeof read === "string") return $questions.set({ ...LOADING, status: "failed", fault: read });
  const keptAt = read.map((sheet) => sheet.keptAt).find((time) => time !== null) ?? null;
  const fault = read.map((sheet) => sheet.fault).join("");
  $questions.set({ status: "ready", questions: joinLists(read.map(({ questions }) => questions)), keptAt, fault });
}

/** Reads a sheet from the network, else the copy of the last valid one. */
async function readSheet(address: string): Promise<Omit<QuestionList, "status">> {
  try {
    const text = await downloadSheet({ http, url: address });
    // The site's own lists and a file that the local server has read are questions; other addresses are spreadsheets.
    const sheet = address.startsWith("/") ? parseSheet(text) : questionsIn(readSpreadsheet(text));
    void writeCached(sheetKey(address), { downloaded: Date.now(), sheet } satisfies SheetCopy);
    return { questions: sheet.questions, keptAt: null, fault: skippedText(sheet) };
  } catch (error) {
    console.error(messageOf(error));
    const copy = readSheetCopy(await readCached(sheetKey(address)));
    if (copy === null) throw error;
    return { questions: copy.sheet.questions, keptAt: copy.downloaded, fault: faultOf(error) };
  }
}

function skippedText({ faults }: Sheet): string {
  const [first] = faults;
  return first ? `${counted(faults.length, "row")} skipped; row ${first.row}: ${first.problem}.` : "";
}

/** Empty without a network: then the owner has nothing to correct. */
const faultOf = (error: unknown) => (hasCode(error, "bad-sheet") ? messageOf(error) : "");
