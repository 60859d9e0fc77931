import { downloadSheet } from "@dailyleet/client";
import {
  counted,
  hasCode,
  joinLists,
  parseSheet,
  type Question,
  questionsIn,
  readSheetCopy,
  readSpreadsheet,
  type Sheet,
  type SheetCopy,
  sheetsOf,
} from "@dailyleet/core";
import { atom, computed, effect, onMount } from "nanostores";
import { readCached, sheetKey, writeCached } from "../replica/indexedDb.ts";
import { http } from "../session/http.ts";
import { $config, $setup } from "../session/setup.ts";
import { messageOf } from "../view/status.ts";
import { $view } from "../view/view.ts";

export interface LoadedList {
  readonly status: "loading" | "ready" | "failed";
  readonly questions: readonly Question[];
  /** When a cached copy was fetched (milliseconds since the epoch); null for a list that is up to date. */
  readonly keptAt: number | null;
  /** A sentence for the sheet's owner about skipped rows or an unreadable sheet; else empty. */
  readonly fault: string;
}

const LOADING: LoadedList = { status: "loading", questions: [], keptAt: null, fault: "" };

export const $questions = atom(LOADING);

/** The addresses of the list in use, one a line. */
const $addresses = computed($config, (config) =>
  sheetsOf(config)
    .map((place) => ("own" in place ? place.own : `/${place.bundled}`))
    .join("\n"),
);

/**
 * Fetches the list when a component first needs it, and when the person chooses another. After a failure or with a
 * cached copy, each change of screen fetches it again.
 */
onMount($questions, () => effect([$setup, $addresses, $view], () => void fetchList()));

/** The addresses of the list that is shown or being fetched. */
let current = "";

/** Fetches the chosen list. Repeats only a fetch that failed or gave a cached copy. Never rejects. */
export async function fetchList(): Promise<void> {
  if ($setup.get().status !== "ready") return;
  const addresses = $addresses.get();
  const { status, keptAt } = $questions.get();
  const isOther = addresses !== current;
  if (!isOther && status !== "failed" && keptAt === null) return;
  current = addresses;
  // A cached copy stays until a newer list is there.
  if (isOther || status === "failed") $questions.set(LOADING);
  await readList(addresses);
}

async function readList(addresses: string): Promise<void> {
  const read = await Promise.all(addresses.split("\n").map(readSheet)).catch((error: unknown) => faultOf(error));
  // The person chose another list meanwhile.
  if (addresses !== current) return;
  if (typeof read === "string") return $questions.set({ ...LOADING, status: "failed", fault: read });
  const keptAt = read.map((sheet) => sheet.keptAt).find((time) => time !== null) ?? null;
  const fault = read.map((sheet) => sheet.fault).join("");
  $questions.set({ status: "ready", questions: joinLists(read.map(({ questions }) => questions)), keptAt, fault });
}

/** Reads a sheet from the network, else the cached copy of the last valid sheet. */
async function readSheet(address: string): Promise<Omit<LoadedList, "status">> {
  try {
    const text = await downloadSheet({ http, url: address });
    // A path is the site's own list or a file that the local server has parsed; other addresses are spreadsheets.
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

/** Empty for other failures, such as no network, which the list's owner can't correct. */
const faultOf = (error: unknown) => (hasCode(error, "bad-sheet") ? messageOf(error) : "");
