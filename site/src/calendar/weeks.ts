import { type CivilDate, weekday } from "@dailyleet/core";

/** Chromium and Safari have it, Firefox does not. */
interface WeekLocale extends Intl.Locale {
  /** 1 (Monday) to 7 (Sunday) */
  getWeekInfo?(): { readonly firstDay: number };
}

/** The weekday on which a week begins, 0 for Sunday, by the language; Sunday where the browser doesn't say. */
export function firstWeekday(language: string): number {
  try {
    return ((new Intl.Locale(language) as WeekLocale).getWeekInfo?.().firstDay ?? 7) % 7;
  } catch {
    return 0;
  }
}

export const FIRST_WEEKDAY = firstWeekday(navigator.language);

/** The column of a date's weekday in a week, from 0. */
export function weekColumn(date: CivilDate): number {
  return (weekday(date) - FIRST_WEEKDAY + 7) % 7;
}
