import { counted } from "@dailyleet/core";
import type { Practice } from "../practice/practice.ts";
import { ALL_CAUGHT_UP, LOADING, nextDueText, STATE_NAMES } from "../practice/wording.ts";
import type { ListFilter } from "./filter.ts";
import type { QuestionList } from "./questions.ts";

/** How many questions the list shows, or why it shows none. */
export function summary(list: QuestionList, filter: ListFilter, found: number, practice: Practice | null): string {
  const { status, questions, keptAt } = list;
  if (status === "loading") return "Loading the questions…";
  if (status === "failed") return "The questions didn't load.";
  if (filter.state !== null && practice === null) return LOADING;
  if (found === 0 && isOnlyDue(filter)) return nothingDue(practice);
  const all = counted(questions.length, "question");
  const count = found === questions.length ? all : `${found} of ${all}`;
  return keptAt === null ? count : `${count}, as of ${longDate(keptAt)}`;
}

/** '12 of 75 practised · 4 due' */
export function practisedText({ summary: { practised, total, due } }: Practice): string {
  return `${practised} of ${total} practised · ${due} due`;
}

/** Which filter it is that nothing passes, or the good news that nothing is due. */
export function emptyText(filter: ListFilter): string {
  if (isOnlyDue(filter)) return ALL_CAUGHT_UP;
  const { search, tags, state } = filter;
  const asked = [...tags.map((tag) => `the tag "${tag}"`), ...(state === null ? [] : [`"${STATE_NAMES[state]}"`])];
  const words = search.trim().replace(/\s+/g, " ");
  if (words !== "") asked.unshift(`"${words}"`);
  return `No questions match ${new Intl.ListFormat("en").format(asked)}.`;
}

function isOnlyDue({ search, tags, state }: ListFilter): boolean {
  return state === "due" && search.trim() === "" && tags.length === 0;
}

function nothingDue(practice: Practice | null): string {
  return `Nothing is due today. ${practice ? nextDueText(practice) : ""}`.trimEnd();
}

function longDate(epochMs: number): string {
  return new Date(epochMs).toLocaleDateString("en", { dateStyle: "long" });
}
