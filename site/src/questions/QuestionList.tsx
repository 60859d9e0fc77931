import { filterQuestions, type Question, searchWords } from "@dailyleet/core";
import { type MouseEvent, useDeferredValue, useEffect, useMemo } from "react";
import { PracticeStyles } from "../practice/PracticeStyles.tsx";
import type { Practice } from "../practice/practice.ts";
import { isIn } from "../practice/states.ts";
import { TagProgress } from "../practice/TagProgress.tsx";
import { Today } from "../practice/Today.tsx";
import { usePractice } from "../practice/usePractice.ts";
import { useValue } from "../ui/useValue.ts";
import { $filter, clearFilter } from "./filter.ts";
import { formatFilter, type ListFilter } from "./filterHash.ts";
import { practisedText, summary } from "./listText.ts";
import { useOpenQuestion } from "./openQuestion.ts";
import { QuestionFilter } from "./QuestionFilter.tsx";
import { QuestionRows } from "./QuestionRows.tsx";
import { $questions, fetchQuestions } from "./questions.ts";

export default function QuestionList() {
  const list = useValue($questions);
  const filter = useDeferredValue(useValue($filter));
  const practice = usePractice();
  useEffect(fetchQuestions, []);
  const hash = formatFilter(filter);
  const { open, held, toggle, goTo } = useOpenQuestion(hash);
  const found = useFound(list.questions, filter, practice, held);
  const isReady = list.status === "ready";
  return (
    <>
      <PracticeStyles />
      <div className="list-head">
        <h2>Questions</h2>
        <p>{isReady && practice && practisedText(practice)}</p>
      </div>
      <QuestionFilter questions={list.questions} />
      {isReady && hash === "" && <Today practice={practice} onOpen={goTo} />}
      {isReady && practice && <TagProgress practice={practice} />}
      <p className="summary" aria-live="polite">
        {summary(list, filter, found.length, practice)}
      </p>
      {list.status === "failed" && <WayOn label="Try again" act={fetchQuestions} />}
      {isReady && found.length === 0 && <WayOn label={wayOut(filter)} act={clearFilter} />}
      <QuestionRows key={hash} questions={found} open={open} onToggle={toggle} practice={practice} />
    </>
  );
}

function useFound(all: readonly Question[], filter: ListFilter, practice: Practice | null, held: Question | null) {
  const { search, tags, state } = filter;
  const named = useMemo(() => filterQuestions(all, { words: searchWords(search), tags }), [all, search, tags]);
  return useMemo(
    () =>
      state === null ? named : named.filter((one) => one === held || isIn(state, practice?.standing(one) ?? null)),
    [named, state, practice, held],
  );
}

function wayOut({ state }: ListFilter): string {
  return state === null ? "Clear the search" : "Show all questions";
}

/** The button goes when it is pressed, so the focus goes to the beginning of the view. */
function WayOn({ label, act }: { label: string; act: () => void }) {
  const press = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest("main")?.focus();
    act();
  };
  return (
    <button type="button" className="primary" onClick={press}>
      {label}
    </button>
  );
}
