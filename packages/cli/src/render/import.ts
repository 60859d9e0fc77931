import {
  type CivilDate,
  counted,
  type ImportPlan,
  MARK_WORDS,
  type MarkPlan,
  type Source,
  sourceName,
  stripControls,
} from "@dailyleet/core";
import { oneLine } from "../terminal/print.ts";
import type { Naming } from "../tracker/naming.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { dateOf } from "./changes.ts";

export interface ImportView {
  readonly plan: ImportPlan;
  /** Where the ticks are added. */
  readonly place: "here" | "in the cloud";
  /** Names in the file that stand for no source. */
  readonly unknown: readonly string[];
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"] | null;
}

/** What an import adds, or would add: a line for each tick and mark, what was skipped, then the counts. */
export function renderImport(
  { plan, unknown, saved, place }: ImportView,
  { sources, questions, today }: Naming,
): string {
  const { changes, practice } = plan;
  const lines = changes.map(
    (change) => `${dateOf(change)} ${stripControls(sourceName(sources, change.source))}: Done\n`,
  );
  const skipped = unknown.map((name) => `Skipped habit "${oneLine(name)}" (use --map '${oneLine(name)}=1')\n`);
  const add = saved === null ? "Would add" : "Added";
  const rest = (counts: Rest) => restText(counts, place, today);
  const added = changes.length === 0 ? "No new ticks" : `${add} ${counted(changes.length, "tick")}`;
  const ticks = plan.there > 0 || practice.there === 0 ? `${added} (${rest(plan)})\n` : "";
  const marks = practice.there > 0 ? `${markCounts(practice, add)} (${rest(practice)})\n` : "";
  return [...lines, ...markLines(practice, questions), ...skipped, ticks, marks].join("");
}

function markLines({ changes }: MarkPlan, names: Naming["questions"]): string[] {
  return changes.map(({ question, date, mark, was }) => {
    const before = was === 0 ? "" : ` (was ${MARK_WORDS[was]})`;
    return `${date} ${oneLine(names.get(question) ?? question)}: ${MARK_WORDS[mark]}${before}\n`;
  });
}

/** 'Added 1 mark, lowered 1' */
function markCounts({ changes }: MarkPlan, add: "Would add" | "Added"): string {
  const lowered = changes.filter(({ was }) => was > 0).length;
  const added = changes.length - lowered;
  const lower = add === "Added" ? "lowered" : "lower";
  if (lowered === 0) return added === 0 ? "No new marks" : `${add} ${counted(added, "mark")}`;
  return `${add} ${counted(added, "mark")}, ${lower} ${lowered}`;
}

type Rest = Pick<MarkPlan, "there" | "ahead"> & { readonly changes: readonly unknown[] };

/** '2 already here; 1 skipped: 2027 has not begun' */
function restText({ there, changes, ahead }: Rest, place: ImportView["place"], today: CivilDate): string {
  const already = `${there - changes.length - ahead} already ${place}`;
  return ahead === 0 ? already : `${already}; ${ahead} skipped: ${today.year + 1} has not begun`;
}

/** 'here 212, there 198, together 231' */
export function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
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
