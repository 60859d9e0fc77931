import { isSharedDay } from "../calendar/sharedDay.ts";
import { changesOf } from "../changes/changes.ts";
import { amountText } from "../wording.ts";
import { countSettings, type ImportPlan } from "./importFile.ts";

export type PlanAct = "preview" | "done";

const VERBS: Readonly<Record<PlanAct, readonly [add: string, lower: string]>> = {
  preview: ["Would add", "Would lower"],
  done: ["Added", "Lowered"],
};

/**
 * A plan in words: 'Would add 3 ticks and 1 mark to Asha. Would lower 1 mark: of two marks on one day the lower one
 * counts. Already there: 2 ticks. Skipped 1 tick of days to come.' An empty `person` stands for the reader.
 */
export function importPlanText(plan: ImportPlan, act: PlanAct, person = ""): string {
  const { practice, settings } = plan;
  const added = practice.changes.filter(({ was }) => was === 0).length;
  const lowered = practice.changes.length - added;
  const [add, lower] = VERBS[act];
  const to = person && ` to ${person}`;
  const sentences = [
    sentence(add, amount(plan.changes.length, added, countSettings(changesOf(settings))), to),
    sentence(lower, amount(0, lowered), ": of two marks on one day the lower one counts"),
  ].filter(Boolean);
  if (sentences.length === 0) sentences.push(`Nothing new${person && ` for ${person}`}.`);
  sentences.push(
    sentence(`Already ${person ? "there" : "here"}:`, amount(sameCount(plan), sameCount(practice))),
    sentence("Skipped", amount(plan.ahead, practice.ahead), " of days to come"),
  );
  return sentences.filter(Boolean).join(" ");
}

/** Empty without an amount. */
function sentence(verb: string, amount: string, end = ""): string {
  return amount && `${verb} ${amount}${end}.`;
}

/** Empty for nothing. */
function amount(ticks: number, marks: number, settings = 0): string {
  return ticks + marks + settings > 0 ? amountText(ticks, marks, settings) : "";
}

/** How many of the incoming cells are there already. */
function sameCount({ there, changes, ahead }: Pick<ImportPlan, "there" | "ahead"> & { changes: readonly unknown[] }) {
  return there - changes.length - ahead;
}

/** Whether the plan ticks the day that 29 February and 1 March share. */
export function addsSharedDay({ changes }: ImportPlan): boolean {
  return changes.some(({ change: { table, row } }) => isSharedDay({ year: table, day: row }));
}
