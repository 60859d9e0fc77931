import { NO_TICKS, packYear, type Ticks } from "@dailyleet/core";
import { atom } from "nanostores";

/** What the calendar shows: the server's ticks of the year with the person's own unsent changes over them. */
export const $ticks = atom<Ticks>(NO_TICKS);
/** The same as `packYear` writes it, for months to see whether their days differ. */
export const $days = atom(packYear(NO_TICKS));
/** Whether anything is known of the shown year: untried and not yet known look different. */
export const $isKnown = atom(false);
/** Whether what this browser keeps of the person has been read: the calendar is not seen without it. */
export const $isRead = atom(false);

/** Shows these ticks from now on. */
export function showTicks(ticks: Ticks): void {
  $ticks.set(ticks);
  $days.set(packYear(ticks));
}
