import { allTags, filterQuestions, type Question, searchWords } from "@dailyleet/core";
import { type MouseEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { $isSearchWanted } from "../app/keys.ts";
import { StateFilter } from "../practice/Chips.tsx";
import { type Practice, usePractice } from "../practice/practice.ts";
import { Next, PracticeStyles, TagProgress, Today } from "../practice/Today.tsx";
import { isIn } from "../practice/wording.ts";
import { useValue } from "../ui/react.tsx";
import {
  $filter,
  addTag,
  clearFilter,
  emptyText,
  formatFilter,
  type ListFilter,
  practisedText,
  removeTag,
  setSearch,
  summary,
} from "./filter.ts";
import { useOpenQuestion } from "./openQuestion.ts";
import { QuestionRows, useTopics } from "./QuestionRows.tsx";
import { $questions, fetchQuestions } from "./questions.ts";

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

export function QuestionFilter({ questions }: { questions: readonly Question[] }) {
  const { search, tags } = useValue($filter);
  const known = useMemo(() => allTags(questions), [questions]);
  const choice = useRef<HTMLSelectElement>(null);
  /** The button that was pressed goes. */
  const remove = (tag: string) => {
    choice.current?.focus();
    removeTag(tag);
  };
  return (
    <search className="filter">
      <SearchBox search={search} />
      <select ref={choice} aria-label="Add a tag" value="" onChange={(event) => addTag(event.target.value)}>
        <option value="">Any tag</option>
        {known.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </select>
      <StateFilter />
      {tags.map((tag) => (
        <button type="button" key={tag} aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
          {tag} ×
        </button>
      ))}
    </search>
  );
}

function SearchBox({ search }: { search: string }) {
  const box = useRef<HTMLInputElement>(null);
  const isWanted = useValue($isSearchWanted);
  useLayoutEffect(() => {
    if (!isWanted) return;
    box.current?.focus();
    $isSearchWanted.set(false);
  }, [isWanted]);
  return (
    <input
      ref={box}
      type="search"
      aria-label="Search the questions"
      aria-keyshortcuts="/"
      placeholder="Search"
      value={search}
      onChange={(event) => setSearch(event.target.value)}
    />
  );
}
