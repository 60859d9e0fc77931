import { type CivilDate, epochDayOf, fromEpochDay } from "../calendar/calendar.ts";
import type { ListName } from "../settings/values.ts";

export const LIST_TITLES: Readonly<Record<ListName, string>> = {
  dailyleet75: "dailyleet 75",
  neetcode150: "NeetCode 150",
  all: "All lists",
};

/** The configuration's settings for the list of questions. */
export interface ListChoice {
  readonly list?: ListName;
  readonly plan?: { readonly until: string; readonly from?: string };
  readonly sheet?: string;
}

/** The name of a sheet's file. The file stands beside the configuration, so that no path leads elsewhere. */
export const SHEET_FILE = /^\.\/[^/\\\0]+\.(csv|json)$/i;

/** Where the questions of a list are: in a file of the built site, or at the person's own `sheet`. */
export type SheetPlace = { readonly bundled: string } | { readonly own: string };

const BUNDLED = {
  dailyleet75: { bundled: "questions.json" },
  neetcode150: { bundled: "neetcode150.json" },
} as const satisfies Readonly<Record<string, SheetPlace>>;

/** The list in use; null for the person's own sheet. */
export function listOf({ list, sheet }: ListChoice): ListName | null {
  return list ?? (sheet === undefined ? "dailyleet75" : null);
}

export interface PlanSpan {
  /** The day on which the plan was chosen, if known. Nobody is behind a plan on its first day. */
  readonly from?: CivilDate | undefined;
  readonly until: CivilDate;
}

export function planOf({ plan }: ListChoice): PlanSpan | null {
  if (plan === undefined) return null;
  const { from, until } = plan;
  return { from: from === undefined ? undefined : readDay(from), until: readDay(until) };
}

const readDay = (text: string) => fromEpochDay(epochDayOf(text));

/** The sheets of the list in use; `joinLists` merges their questions. */
export function sheetsOf(choice: ListChoice): readonly SheetPlace[] {
  const { sheet } = choice;
  const own = sheet === undefined ? [] : [{ own: sheet }];
  const list = listOf(choice);
  if (list === null) return own;
  return list === "all" ? [...own, BUNDLED.dailyleet75, BUNDLED.neetcode150] : [BUNDLED[list]];
}
