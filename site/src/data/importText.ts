import { counted, type ImportPlan, type MarkPlan, plannedChanges } from "@dailyleet/core";

/** What an import would come to, in ticks and marks; `unknown` are names in the file that stand for no source. */
export function importText(plan: ImportPlan, unknown: readonly string[] = []): string {
  const { ahead, practice } = plan;
  const marks = practice.there > 0 ? `. Marks: ${countsText(practice)}` : "";
  const left = ahead > 0 ? ` ${ahead} of years that have not begun are left out.` : "";
  const others = unknown.length > 0 ? ` Left out, as no source has the name: ${unknown.join(", ")}.` : "";
  const nothing = plannedChanges(plan).length === 0 ? ": nothing to add" : "";
  return `H${countsText(plan).slice(1)}${marks}${nothing}.${left}${others}`;
}

function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
}

/** '19 added', '19 ticks and 2 marks added': a mark that an import lowers is a mark of it, too. */
export function addedText({ changes, practice }: ImportPlan): string {
  if (practice.changes.length === 0) return `${changes.length} added`;
  return `${counted(changes.length, "tick")} and ${counted(practice.changes.length, "mark")} added`;
}
