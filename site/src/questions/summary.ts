import { ALL_CAUGHT_UP, counted, nextDueText } from "@dailyleet/core";
import { formatFilter, LIST_STATES, type ListFilter, wordsOf } from "../list/filter.ts";
import type { LoadedList } from "../list/questions.ts";
import type { Practice } from "../practice/practice.ts";
import { dayName, LOADING } from "../practice/wording.ts";

/** The number of questions in the list, or the reason for an empty list. */
export function summary(list: LoadedList, filter: ListFilter, found: number, practice: Practice | null): string {
  const { status, questions, keptAt } = list;
  if (status === "loading") return "Loading the questions…";
  if (status === "failed") return "The questions didn't load.";
  if (filter.state !== null && practice === null) return LOADING;
  if (practice && found === 0 && isOnlyDue(filter)) {
    return `Nothing is due today. ${nextDueText(practice, dayName)}`.trimEnd();
  }
  const all = counted(questions.length, "question");
  const count = found === questions.length ? all : `${found} of ${all}`;
  if (keptAt === null) return count;
  return `${count}, as of ${new Date(keptAt).toLocaleDateString("en", { dateStyle: "long" })}`;
}

/** Names the filter that no question passes, or says that none is due. */
export function emptyText(filter: ListFilter): string {
  if (isOnlyDue(filter)) return ALL_CAUGHT_UP;
  const { search, tags, state, difficulty } = filter;
  const texts = [wordsOf(search), difficulty, state && LIST_STATES[state].name].filter(Boolean);
  const asked = [...texts.map((text) => `"${text}"`), ...tags.map((tag) => `the tag "${tag}"`)];
  return `No questions match ${new Intl.ListFormat("en").format(asked)}.`;
}

const isOnlyDue = (filter: ListFilter) => formatFilter(filter) === "#state=due";
