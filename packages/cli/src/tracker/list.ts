import { type Config, counted, type Question, type QuestionTable, type Sheet } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { readQuestionTable, readSheet } from "../questions/sheet.ts";
import { printNote, printNotes } from "../terminal/output.ts";

/** The questions of the list in use. Prints warnings and the number of skipped rows. Rejects as `readSheet`. */
export async function loadQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  const { questions, faults, warnings } = await loadSheet(context, config);
  printNotes(
    context,
    warnings.map((warning) => `${warning}.`),
  );
  if (faults.length > 0)
    printNote(context, `${counted(faults.length, "row")} skipped; 'dailyleet questions --check' says why.`);
  return questions;
}

/** As `readQuestionTable`. */
export function loadTable(context: Context, config: Config): Promise<QuestionTable> {
  return readQuestionTable(context, config, slowNote(context));
}

/**
 * As `readSheet`. Prints a note if a copy is used instead of a download, and on a terminal while a download is slow.
 */
export async function loadSheet(context: Context, config: Config, freshMs?: number): Promise<Sheet> {
  const { sheet, notes } = await readSheet(context, config, { freshMs, onSlow: slowNote(context) });
  printNotes(context, notes);
  return sheet;
}

function slowNote(context: Context): () => void {
  return () => {
    if (context.stderr.isTerminal()) printNote(context, "Waiting for the question sheet...");
  };
}
