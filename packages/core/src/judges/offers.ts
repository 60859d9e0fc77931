import { type CivilDate, dayOfYear, epochDay, formatDate, isTickYear, todayAt } from "../calendar/calendar.ts";
import { cellKey } from "../changes/cells.ts";
import { questionKey } from "../questions/questions.ts";
import type { SourceNumber } from "../ticks/sources.ts";
import { type TickCell, tickCell } from "../ticks/ticks.ts";
import type { Submission, SubmissionTime } from "./submissions.ts";

interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly dayEndsAt?: string | undefined;
}

/** The accepted submissions of a tick's day. */
export interface FoundDay {
  readonly cell: TickCell;
  readonly date: CivilDate;
  /** Whether the tick is only offered, because the judge states no time zone. */
  readonly isOffered: boolean;
  readonly submissions: readonly Submission[];
}

/** A missing tick, with the names that a person reads. */
export interface FoundTick extends Pick<FoundDay, "cell" | "isOffered"> {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The source's name. */
  readonly name: string;
  /** The names of the accepted problems, each once. */
  readonly problems: readonly string[];
}

/**
 * A judge's accepted submissions by the person's day, in the order of the calendar, without days before `since`; 29
 * February and 1 March are one day. `ahead` and `early` count submissions of future days and of days before 1970, which
 * no tick can hold.
 */
export function daysOf(
  submissions: readonly Submission[],
  source: SourceNumber,
  { since, ...clock }: Clock & { readonly since: CivilDate | null },
) {
  const dated = submissions.map((submission) => ({ submission, date: dayOf(submission.at, clock) }));
  const count = (kind: "ahead" | "early") => dated.filter(({ date }) => date === kind).length;
  const days = new Map<string, FoundDay>();
  for (const { submission, date } of dated) {
    if (typeof date === "string" || (since !== null && epochDay(date) < epochDay(since))) continue;
    const cell = tickCell(date.year, dayOfYear(date), source);
    const { submissions = [] } = days.get(cellKey(cell)) ?? {};
    const isOffered = typeof submission.at !== "number";
    days.set(cellKey(cell), { cell, date, isOffered, submissions: [...submissions, submission] });
  }
  const sorted = [...days.values()].toSorted((a, b) => epochDay(a.date) - epochDay(b.date));
  return { days: sorted, ahead: count("ahead"), early: count("early") };
}

/** The first moment that is in the year 10000 or later in every zone. */
const END_OF_YEARS = Date.UTC(10_000, 0, 2);

/** The person's day of a submission: of an instant, the day by the person's clock; of a date, the date itself. */
export function dayOf(at: SubmissionTime, { now, dayEndsAt }: Clock): CivilDate | "ahead" | "early" {
  if (typeof at === "number" && Math.abs(at) >= END_OF_YEARS) return at > 0 ? "ahead" : "early";
  const day = typeof at === "number" ? todayAt(at, dayEndsAt) : at;
  if (epochDay(day) > epochDay(todayAt(now, dayEndsAt))) return "ahead";
  return isTickYear(day.year) ? day : "early";
}

/** The listed questions that were accepted, with the days as `YYYY-MM-DD`, for `solvedMarks`. */
export function solvedQuestions(
  days: readonly FoundDay[],
  questions: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const solved = new Map<string, Set<string>>();
  for (const { date, submissions } of days) {
    for (const { link, name } of submissions) {
      const key = link === null ? "" : questionKey({ link, name });
      if (questions.has(key)) solved.set(key, (solved.get(key) ?? new Set()).add(formatDate(date)));
    }
  }
  return solved;
}
