import { type Card, createEmptyCard, fsrs, type Grade } from "ts-fsrs";
import type { CivilDate } from "../calendar/calendar.ts";
import { epochDay, epochDayOf, formatDate, fromEpochDay } from "../calendar/civilDays.ts";
import { type Mark, type Marks, marksOf, type QuestionMarks } from "./marks.ts";

/** `new`: no mark. `known`: the last mark sent it at least `KNOWN_FROM_DAYS` away. `learning`: any other. */
export type PracticeState = "new" | "learning" | "known";

/** Where a person stands with one question. */
export interface Progress {
  readonly state: PracticeState;
  /** The day on which the question comes back, `YYYY-MM-DD`; null while it is new. */
  readonly due: string | null;
  /** Whether that day is today or earlier. */
  readonly isDue: boolean;
  /** Days since it was due; 0 on the day itself, and for a question that is not due. */
  readonly overdueDays: number;
  /** How many days have a mark. */
  readonly marks: number;
}

/** Anki's line between young and mature cards: https://docs.ankiweb.net/getting-started.html#card-states */
const KNOWN_FROM_DAYS = 21;

/** A day with no year of four digits could not be written as a date. */
const LAST_DAY = epochDay({ year: 9999, month: 12, day: 31 });

/**
 * FSRS with its published defaults, in whole days: without steps of minutes on the first day, and without fuzz, so
 * that every device names the same day. https://github.com/open-spaced-repetition/ts-fsrs
 */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });

/**
 * Where a person stands with the question of this key (`questionKey`) today. Marks of days after today count as the
 * others do: the question comes back counted from its last mark, whichever day is today.
 */
export function progressOf(marks: Marks, key: string, today: CivilDate): Progress {
  const { count, interval, dueDay } = replayOnce(marksOf(marks, key));
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
 * The day, `YYYY-MM-DD`, on which a question with these marks would come back if this mark stood on this date
 * (`YYYY-MM-DD`); null if it would have no mark.
 */
export function nextDue(marks: QuestionMarks, date: string, mark: Mark): string | null {
  const { count, dueDay } = replay({ ...marks, [date]: mark });
  return count === 0 ? null : formatDate(fromEpochDay(dueDay));
}

/** What the marks of a question come to, whatever day is today. Days are epoch days. */
interface Replay {
  readonly count: number;
  /** Days from the last mark to the day it comes back. */
  readonly interval: number;
  readonly dueDay: number;
}

/** By the identity of a question's marks, which stays while they do: a new mark costs the replay of one question. */
const replays = new WeakMap<QuestionMarks, Replay>();

function replayOnce(marks: QuestionMarks): Replay {
  const known = replays.get(marks);
  if (known) return known;
  const fresh = replay(marks);
  replays.set(marks, fresh);
  return fresh;
}

function replay(marks: QuestionMarks): Replay {
  const days = Object.keys(marks).filter((date) => marks[date] !== 0);
  let card: Card | null = null;
  for (const date of days.sort()) {
    // Midnight in UTC at both ends: ts-fsrs counts days by their dates in UTC.
    const day = new Date(date);
    // A mark is FSRS's rating: 1 Again, 2 Hard, 3 Good, 4 Easy.
    card = scheduler.next(card ?? createEmptyCard(day), day, marks[date] as Grade).card;
  }
  const interval = card?.scheduled_days ?? 0;
  const last = epochDayOf(days.at(-1) ?? "1970-01-01");
  return { count: days.length, interval, dueDay: Math.min(last + interval, LAST_DAY) };
}
