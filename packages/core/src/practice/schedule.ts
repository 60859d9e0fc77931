import { createEmptyCard, type FSRSState, fsrs, type Grade, State } from "ts-fsrs";
import { type CivilDate, epochDay, epochDayOf, formatDate, fromEpochDay, MS_PER_DAY } from "../calendar/calendar.ts";
import type { PlanSpan } from "../questions/lists.ts";
import { type Mark, type Marks, marksOf, type QuestionMarks } from "./marks.ts";

/** `new`: no mark. `known`: the last interval was at least `KNOWN_FROM_DAYS`. `learning`: any other. */
export type PracticeState = "new" | "learning" | "known";

/** A person's progress with one question, as of a day. */
export interface Progress {
  readonly state: PracticeState;
  /** The day on which the question comes back, `YYYY-MM-DD`; null while it is new. */
  readonly due: string | null;
  /** Whether `due` is today or earlier. */
  readonly isDue: boolean;
  /** Days since `due`; 0 on the day itself, and for a question that is not due. */
  readonly overdueDays: number;
  readonly marks: number;
}

/** Anki's line between young and mature cards: https://docs.ankiweb.net/getting-started.html#card-states */
const KNOWN_FROM_DAYS = 21;

const LAST_DAY = epochDay({ year: 9999, month: 12, day: 31 });

/**
 * FSRS with its published defaults (https://github.com/open-spaced-repetition/ts-fsrs), but without steps of minutes on
 * the first day, and without fuzz, so that all devices compute the same day. `@__PURE__` lets a bundle without dates
 * drop it.
 */
const scheduler = /* @__PURE__ */ fsrs({ enable_short_term: false, enable_fuzz: false });

/**
 * The progress with the question `key`. A plan may bring the question back sooner. A mark with a future date, from a
 * wrong clock, does not count before that date.
 */
export function progressOf(marks: Marks, key: string, today: CivilDate, plan: PlanSpan | null): Progress {
  const { count, interval, dueDay } = stateOn(marksOf(marks, key), epochDay(today), plan);
  if (count === 0) return NEW;
  const overdue = epochDay(today) - dueDay;
  return {
    state: interval < KNOWN_FROM_DAYS ? "learning" : "known",
    due: formatDate(fromEpochDay(dueDay)),
    isDue: overdue >= 0,
    overdueDays: Math.max(0, overdue),
    marks: count,
  };
}

const NEW: Progress = { state: "new", due: null, isDue: false, overdueDays: 0, marks: 0 };

/**
 * The day on which a question would come back if it got this mark on this date, both as `YYYY-MM-DD`; null if the
 * question would have no mark. Ignores later marks. A plan may bring the question back sooner.
 */
export function nextDue(marks: QuestionMarks, date: string, mark: Mark, plan: PlanSpan | null): string | null {
  const { count, dueDay } = beforeInterview(replay({ ...marks, [date]: mark }, epochDayOf(date)), plan);
  return count === 0 ? null : formatDate(fromEpochDay(dueDay));
}

interface CardState {
  /** How many days have a mark. */
  readonly count: number;
  /** The epoch day of the last mark. */
  readonly lastDay: number;
  /** Days from the last mark to the day on which the question comes back. */
  readonly interval: number;
  /** The day on which the question comes back, as an epoch day. */
  readonly dueDay: number;
}

/** Cached by the identity of the marks object, so that a new mark replays one question only. */
const replays = new WeakMap<QuestionMarks, CardState>();

function replayOnce(marks: QuestionMarks): CardState {
  const known = replays.get(marks);
  if (known) return known;
  const fresh = replay(marks, LAST_DAY);
  replays.set(marks, fresh);
  return fresh;
}

/** Replays again only if a mark has a future date. Ignores a plan that is over. */
function stateOn(marks: QuestionMarks, today: number, plan: PlanSpan | null): CardState {
  const whole = replayOnce(marks);
  const state = whole.lastDay <= today ? whole : replay(marks, today);
  return plan !== null && epochDay(plan.until) >= today ? beforeInterview(state, plan) : state;
}

/** The last days before an interview, in which every question comes back once more. */
const LAST_REVIEW_DAYS = 14;

/**
 * A question that was last seen before the plan's last fortnight, and is due on the day of the interview or later,
 * comes back in that fortnight. This caps the interval for one date, as people do for exams by Anki's maximum interval
 * (https://docs.ankiweb.net/deck-options.html#maximum-interval). The new day depends on the day of the last mark, so
 * that questions met on different days come back on different days.
 */
function beforeInterview(state: CardState, plan: PlanSpan | null): CardState {
  if (plan === null || state.count === 0) return state;
  const interview = epochDay(plan.until);
  const first = Math.max(interview - LAST_REVIEW_DAYS, plan.from ? epochDay(plan.from) : 0);
  if (state.dueDay < interview || state.lastDay >= first || first >= interview) return state;
  return { ...state, dueDay: first + (state.lastDay % (interview - first)) };
}

/** Replays the marks up to an epoch day. */
function replay(marks: QuestionMarks, until: number): CardState {
  const reviews = Object.keys(marks)
    .filter((date) => marks[date] !== 0)
    .sort()
    // A mark is FSRS's rating: 1 Again, 2 Hard, 3 Good, 4 Easy.
    .map((date) => ({ day: epochDayOf(date), grade: marks[date] as Grade }))
    .filter(({ day }) => day <= until);
  const interval = intervalAfter(reviews);
  const { day: lastDay = 0 } = reviews.at(-1) ?? {};
  return { count: reviews.length, lastDay, interval, dueDay: Math.min(lastDay + interval, LAST_DAY) };
}

interface Review {
  readonly day: number;
  readonly grade: Grade;
}

/**
 * Days from the last review to the next. Earlier reviews only update the memory state: computing their intervals, too,
 * would be slow.
 */
function intervalAfter(reviews: readonly Review[]): number {
  const last = reviews.at(-1);
  if (last === undefined) return 0;
  let memory: FSRSState | null = null;
  let before = last.day;
  for (const { day, grade } of reviews.slice(0, -1)) {
    memory = scheduler.next_state(memory, memory === null ? 0 : day - before, grade);
    before = day;
  }
  const card = createEmptyCard(dateOf(before));
  const reviewed = memory && { ...card, ...memory, state: State.Review, last_review: dateOf(before) };
  return scheduler.next(reviewed ?? card, dateOf(last.day), last.grade).card.scheduled_days;
}

/** Midnight in UTC: ts-fsrs counts days by their dates in UTC. */
function dateOf(day: number): Date {
  return new Date(day * MS_PER_DAY);
}
