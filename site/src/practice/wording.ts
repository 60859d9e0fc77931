import {
  type CivilDate,
  counted,
  epochDay,
  epochDayOf,
  fromEpochDay,
  MONTH_NAMES,
  type PracticeState,
  type Progress,
} from "@dailyleet/core";

/** How practising went, as the buttons and the list of marks call it. The place is the mark. */
export const MARK_NAMES = ["None", "Needed the solution", "With the takeaways", "Solved", "Easy"] as const;

/** What the sign of a question says: how well it is known, or that it is time for it. */
export type Standing = PracticeState | "due";

export const STANDING_NAMES: Readonly<Record<Standing, string>> = {
  new: "New",
  learning: "Learning",
  known: "Known",
  due: "Due",
};

export const NOT_KNOWN = "Your marks are not known yet.";

export function standingOf({ isDue, state }: Progress): Standing {
  return isDue ? "due" : state;
}

/** 'New', 'Due today', 'Due since November 19', 'Learning, comes back in 8 days, on November 30' */
export function progressText(progress: Progress, today: CivilDate): string {
  const { due, isDue, overdueDays, state } = progress;
  if (due === null) return STANDING_NAMES.new;
  if (isDue) return overdueDays === 0 ? "Due today" : `Due since ${dayName(due, today)}`;
  return `${STANDING_NAMES[state]}, comes back ${comesBack(due, today)}`;
}

/** The same where there is little room: 'New', 'Due today', 'Due Nov 19' */
export function shortText({ due, overdueDays }: Progress, today: CivilDate): string {
  if (due === null) return STANDING_NAMES.new;
  return overdueDays === 0 ? "Due today" : `Due ${dayName(due, today, 3)}`;
}

/** What is said where there is nothing to practise now. */
export function nothingLeft(nextDue: string | null, today: CivilDate): string {
  const next = nextDue === null ? "" : ` The next question comes back on ${dayName(nextDue, today)}.`;
  return `You are up to date: enjoy the day.${next}`;
}

/** 'in 8 days, on November 30' */
export function comesBack(date: string, today: CivilDate): string {
  return `${inDays(date, today)}, on ${dayName(date, today)}`;
}

/** 'in 8 days'; 'now' for today and earlier. */
export function inDays(date: string, today: CivilDate): string {
  const days = epochDayOf(date) - epochDay(today);
  return days <= 0 ? "now" : `in ${counted(days, "day")}`;
}

/** 'November 30', with its year where that is not today's. */
export function dayName(date: string, today: CivilDate, letters?: number): string {
  const { year, month, day } = fromEpochDay(epochDayOf(date));
  const name = `${MONTH_NAMES[month - 1]?.slice(0, letters)} ${day}`;
  return year === today.year ? name : `${name}, ${year}`;
}
