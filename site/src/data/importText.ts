import { type CivilDate, type ImportPlan, isSharedDay, SHARED_DAY } from "@dailyleet/core";
import { amountText } from "./offerText.ts";

/** What an import would do, in ticks and marks; `unknown` are names in the file that are none of the five sites. */
export function importText(plan: ImportPlan, today: CivilDate, unknown: readonly string[] = []): string {
  const { practice } = plan;
  const added = practice.changes.filter(({ was }) => was === 0).length;
  const lowered = practice.changes.length - added;
  const sentences: string[] = [];
  const add = (verb: string, ticks: number, marks: number, reason = "") => {
    if (ticks + marks > 0) sentences.push(`${verb} ${amountText(ticks, marks)}${reason}.`);
  };
  add("Adds", plan.changes.length, added);
  add("Lowers", 0, lowered, ": of two marks on one day the lower one counts");
  if (sentences.length === 0) sentences.push("Nothing to add.");
  add("Already here:", sameCount(plan), sameCount(practice));
  add("Skipped", plan.ahead, practice.ahead, `: ${today.year + 1} has not begun`);
  if (unknown.length > 0) sentences.push(unknownText(unknown));
  if (plan.changes.some(isSharedDay)) sentences.push(SHARED_DAY);
  return sentences.join(" ");
}

/** How many the file has that are here already. */
function sameCount({ there, changes, ahead }: Pick<ImportPlan, "there" | "ahead"> & { changes: readonly unknown[] }) {
  return there - changes.length - ahead;
}

function unknownText(names: readonly string[]): string {
  const quoted = new Intl.ListFormat("en").format(names.map((name) => `"${name}"`));
  return `Skipped ${quoted}: not ${names.length === 1 ? "one" : "any"} of your five sites.`;
}

/** 'Added 19 ticks and 2 marks.'; a mark that an import lowers counts too. */
export function addedText({ changes, practice }: ImportPlan): string {
  return `Added ${amountText(changes.length, practice.changes.length)}.`;
}
