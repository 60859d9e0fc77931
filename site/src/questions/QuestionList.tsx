import { filterQuestions, type Question, searchWords } from "@dailyleet/core";
import { type MouseEvent, useDeferredValue, useEffect, useMemo } from "react";
import { Next } from "../practice/Next.tsx";
import { PracticeStyles } from "../practice/PracticeStyles.tsx";
import { type Practice, usePractice } from "../practice/practice.ts";
import { TagProgress } from "../practice/TagProgress.tsx";
import { Today } from "../practice/Today.tsx";
import { isIn } from "../practice/wording.ts";
import { useValue } from "../ui/react.tsx";
import { $filter, clearFilter, formatFilter, type ListFilter } from "./filter.ts";
import { emptyText, practisedText, summary } from "./listText.ts";
import { useOpenQuestion } from "./openQuestion.ts";
import { QuestionFilter } from "./QuestionFilter.tsx";
import { QuestionRows } from "./QuestionRows.tsx";
import { $questions, fetchQuestions } from "./questions.ts";
import { useTopics } from "./topics.ts";

export default function QuestionList() {
  const list = useValue($questions);
  const filter = useDeferredValue(useValue($filter));
  const practice = usePractice();
  useEffect(fetchQuestions, []);
  const hash = formatFilter(filter);
  const { open, held, toggle, goTo } = useOpenQuestion(hash);
  const found = useFound(list.questions, filter, practice, held);
  const topics = useTopics(list.questions, found);
  const isReady = list.status === "ready";
  return (
    <>
      <PracticeStyles />
      <div className="list-head">
        <h2>Questions</h2>
        <p>{isReady && practice && practisedText(practice)}</p>
      </div>
      {list.status !== "failed" && <Next practice={isReady ? practice : null} onOpen={goTo} />}
      <QuestionFilter questions={list.questions} />
      {isReady && hash === "" && <Today practice={practice} onOpen={goTo} />}
      {isReady && practice && hash === "" && <TagProgress practice={practice} />}
      <p className="summary" aria-live="polite">
        {summary(list, filter, found.length, practice)}
      </p>
      {list.status === "failed" && <EmptyState text={UNREACHED} label="Try again" act={fetchQuestions} />}
      {isReady && hash !== "" && found.length === 0 && (
        <EmptyState text={emptyText(filter)} label={wayOut(filter)} act={clearFilter} />
      )}
      <QuestionRows key={hash} topics={topics} open={open} onToggle={toggle} practice={practice} />
    </>
  );
}

const UNREACHED = "Check your connection and try again. Your ticks and marks are safe.";

function useFound(all: readonly Question[], filter: ListFilter, practice: Practice | null, held: Question | null) {
  const { search, tags, state } = filter;
  const named = useMemo(() => filterQuestions(all, { words: searchWords(search), tags }), [all, search, tags]);
  return useMemo(() => {
    const found = state === null ? named : named.filter((one) => isIn(state, practice?.standing(one) ?? null));
    if (held === null || found.includes(held)) return found;
    const shown = new Set(found).add(held);
    return all.filter((one) => shown.has(one));
  }, [all, named, state, practice, held]);
}

function wayOut({ state }: ListFilter): string {
  return state === null ? "Clear the search" : "Show all questions";
}

interface EmptyStateProps {
  readonly text: string | null;
  readonly label: string;
  readonly act: () => void;
}

/** Why there is nothing to see, and the way on. Its button goes when it is pressed: the focus goes to the view. */
export function EmptyState({ text, label, act }: EmptyStateProps) {
  const press = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest("main")?.focus();
    act();
  };
  return (
    <div className="empty">
      {text && <p>{text}</p>}
      <button type="button" className="primary" onClick={press}>
        {label}
      </button>
    </div>
  );
}
