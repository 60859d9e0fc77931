import { counted, type ImportPlan, isSharedDay, type MarkPlan, SHARED_DAY } from "@dailyleet/core";

/** What an import would come to, in ticks and marks; `unknown` are names in the file that stand for no source. */
export function importText(plan: ImportPlan, unknown: readonly string[] = []): string {
  const { practice } = plan;
  const sentences = [countsText(plan, plan.changes.length, "tick")];
  if (practice.there > 0) sentences.push(countsText(practice, practice.changes.length, "mark"));
  if (unknown.length > 0) sentences.push(`Left out, as no source has the name: ${unknown.join(", ")}.`);
  if (plan.changes.some(isSharedDay)) sentences.push(SHARED_DAY);
  return sentences.join(" ");
}

/** '881 ticks here, 3 in the file: 3 new.' A mark that is lowered was here before, and is not the same any more. */
function countsText({ here, there, together, ahead }: Counts, changes: number, noun: string): string {
  const fresh = together - here;
  const other = changes > fresh ? `, ${changes - fresh} lowered` : "";
  const news = changes === 0 ? "nothing new" : `${fresh} new${other}`;
  const left = ahead > 0 ? ` Left out, as the year has not begun: ${ahead}.` : "";
  return `${counted(here, noun)} here, ${there} in the file: ${news}.${left}`;
}

type Counts = Pick<MarkPlan, "here" | "there" | "together" | "ahead">;

/** '19 added', '19 ticks and 2 marks added': a mark that an import lowers is a mark of it, too. */
export function addedText({ changes, practice }: ImportPlan): string {
  if (practice.changes.length === 0) return `${changes.length} added`;
  return `${counted(changes.length, "tick")} and ${counted(practice.changes.length, "mark")} added`;
}
