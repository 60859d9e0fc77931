import { parseSheet, type Question } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $setup } from "../app/setup.ts";
import { $sheet, fallBackToCopy, keepSheet, loadSheet, type SheetText } from "./sheet.ts";

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
