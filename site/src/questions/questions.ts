import { downloadSheet } from "@dailyleet/client";
import { type Config, isRecord, parseSheet, type Question } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { http } from "../app/http.ts";
import { $setup } from "../app/setup.ts";
import { messageOf } from "../app/status.ts";
import { readCached, sheetKey, writeCached } from "../replica/indexedDb.ts";

export interface QuestionList {
  readonly status: "loading" | "ready" | "failed";
  readonly questions: readonly Question[];
  /** When the list was fetched (milliseconds since the epoch), if it is the copy of an earlier visit. */
  readonly keptAt: number | null;
}

const LOADING: QuestionList = { status: "loading", questions: [], keptAt: null };
const FAILED: QuestionList = { status: "failed", questions: [], keptAt: null };

/** The questions of the sheet. */
export const $questions = atom(LOADING);

/** Again, if that has failed or is yet to come. */
export function fetchQuestions(): void {
  const setup = $setup.get();
  if (setup.status === "ready") void loadSheet(setup.config);
}

onMount($questions, () => $sheet.subscribe((sheet) => $questions.set(readQuestions(sheet))));

function readQuestions(sheet: SheetText): QuestionList {
  if (sheet.status === "loading") return LOADING;
  if (sheet.status === "failed") return FAILED;
  try {
    const { questions } = parseSheet(sheet.text);
    if (sheet.status === "fetched") void keepSheet(sheet.text);
    return { status: "ready", questions, keptAt: sheet.status === "kept" ? sheet.keptAt : null };
  } catch (error) {
    if (sheet.status === "kept") return FAILED;
    void fallBackToCopy(error);
    return LOADING;
  }
}

/** The sheet of the questions as text; reading it waits until somebody wants to see the list. */
export type SheetText =
  | { readonly status: "loading" }
  | { readonly status: "fetched"; readonly text: string }
  /** The last good copy, with the moment when it was fetched (milliseconds since the epoch). */
  | { readonly status: "kept"; readonly text: string; readonly keptAt: number }
  | { readonly status: "failed" };

export const $sheet = atom<SheetText>({ status: "loading" });

const BUNDLED_SHEET = "/questions.gviz.txt";

let address = "";

/** Fetches the sheet once a person is known. */
export async function loadSheet({ sheet = BUNDLED_SHEET }: Config): Promise<void> {
  const { status } = $sheet.get();
  if (address === sheet && status !== "failed" && status !== "kept") return;
  address = sheet;
  // A new attempt after a failure is seen as one; a copy stays until there is something newer.
  if (status === "failed") $sheet.set({ status: "loading" });
  try {
    $sheet.set({ status: "fetched", text: await downloadSheet({ http, url: sheet }) });
  } catch (error) {
    await fallBackToCopy(error);
  }
}

/** What was fetched can be read: the copy for times without network. */
export function keepSheet(text: string): Promise<unknown> {
  return writeCached(sheetKey(address), { text, keptAt: Date.now() });
}

/** The fetch failed, or brought something that is no sheet. */
export async function fallBackToCopy(error: unknown): Promise<void> {
  console.error(messageOf(error));
  const copy = await readCached(sheetKey(address));
  const isCopy = isRecord(copy) && typeof copy.text === "string" && typeof copy.keptAt === "number";
  $sheet.set(
    isCopy ? { status: "kept", text: copy.text as string, keptAt: copy.keptAt as number } : { status: "failed" },
  );
}
