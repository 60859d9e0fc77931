import { type ImportPlan, MARK_WORDS, type MarkPlan, type Source, sourceName, stripControls } from "@dailyleet/core";
import { oneLine } from "../terminal/print.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { dateOf } from "./changes.ts";

export interface ImportView {
  readonly plan: ImportPlan;
  /** Names in the file that stand for no source. */
  readonly unknown: readonly string[];
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"] | null;
}

/** What an import adds, or would add: a line for each tick and mark, what was left out, then the counts. */
export function renderImport({ plan, unknown, saved }: ImportView, sources: readonly Source[]): string {
  const { changes, practice } = plan;
  const lines = changes.map(
    (change) => `${dateOf(change)} ${stripControls(sourceName(sources, change.source))}: Done\n`,
  );
  const isPlanned = saved === null && changes.length + practice.changes.length > 0;
  const verb = isPlanned ? "would be added" : "added";
  const names = unknown.map((name) => `Left out, as no source has the name: ${oneLine(name)}\n`);
  const counts = `${capitalized(countsText(plan))}: ${changes.length} ${verb}.${leftText(plan)}\n`;
  return [...lines, ...markLines(practice), ...names, counts, marksText(practice, isPlanned)].join("");
}

function markLines({ changes }: MarkPlan): string[] {
  return changes.map(({ question, date, mark, was }) => {
    const before = was === 0 ? "" : ` (was ${MARK_WORDS[was]})`;
    return `${date} ${oneLine(question)}: ${MARK_WORDS[mark]}${before}\n`;
  });
}

/** Empty where the file has none. */
function marksText(practice: MarkPlan, isPlanned: boolean): string {
  if (practice.there === 0) return "";
  const lowered = practice.changes.filter(({ was }) => was > 0).length;
  const would = isPlanned ? "would be " : "";
  const lower = lowered > 0 ? `, ${lowered} ${would}lowered` : "";
  return `Marks ${countsText(practice)}: ${practice.changes.length - lowered} ${would}added${lower}.${leftText(practice)}\n`;
}

function leftText({ ahead }: Pick<MarkPlan, "ahead">): string {
  return ahead > 0 ? ` Left out, as the year has not begun: ${ahead}.` : "";
}

/** 'here 212, there 198, together 231' */
export function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function importJson({ plan, unknown, saved }: ImportView, sources: readonly Source[]): object {
  const { here, there, together, ahead } = plan;
  const changes = plan.changes.map((change) => ({
    date: dateOf(change),
    day: change.day,
    source: change.source,
    name: sourceName(sources, change.source),
  }));
  return { version: 1, here, there, together, ahead, unknown, changes, practice: practiceJson(plan.practice), saved };
}

function practiceJson({ here, there, together, ahead, changes }: MarkPlan): object {
  const marks = changes.map(({ question, date, mark, was }) => {
    return { question, date, mark: MARK_WORDS[mark], was: MARK_WORDS[was] };
  });
  return { here, there, together, ahead, changes: marks };
}
