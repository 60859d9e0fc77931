import {
  allTags,
  counted,
  DIFFICULTIES,
  filterQuestions,
  type Question,
  readDifficulty,
  searchWords,
} from "@dailyleet/core";
import { type MouseEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import {
  $filter,
  $isPractising,
  changeFilter,
  endPractice,
  formatFilter,
  type ListFilter,
  NO_FILTER,
  toggleTag,
} from "../list/filter.ts";
import { $questions, fetchList } from "../list/questions.ts";
import { PracticeFlow } from "../practice/Flow.tsx";
import { type WayOn, WayOnContext } from "../practice/MarkPanel.tsx";
import { type Practice, usePractice } from "../practice/practice.ts";
import { ListSelect, Today } from "../practice/Today.tsx";
import { isIn } from "../practice/wording.ts";
import { useValue } from "../ui/react.tsx";
import { $isSearchWanted } from "../view/goTo.ts";
import { StateFilter } from "./Chips.tsx";
import { QuestionStyles } from "./DueLink.tsx";
import { openFoundRow, useOpenQuestion } from "./openQuestion.ts";
import { ListProgress } from "./Progress.tsx";
import { keepPlace } from "./place.ts";
import { QuestionRows } from "./QuestionRows.tsx";
import { emptyText, summary } from "./summary.ts";

/** The practice flow, or the list with today's plan beside it. The list keeps its filter and its open question. */
export default function QuestionList() {
  const list = useValue($questions);
  const filter = useDeferredValue(useValue($filter));
  const isPractising = useValue($isPractising);
  const isSearchWanted = useValue($isSearchWanted);
  const practice = usePractice();
  useEffect(keepPlace, []);
  useEffect(openFoundRow, []);
  useEffect(() => {
    if (isSearchWanted && isPractising) endPractice();
  }, [isSearchWanted, isPractising]);
  const hash = formatFilter(filter);
  const { open, held, toggle, goTo } = useOpenQuestion(hash);
  const found = useFound(list.questions, filter, practice, held);
  useBeginning(hash);
  const isReady = list.status === "ready";
  const known = isReady ? practice : null;
  const next = practice?.next?.question ?? null;
  const wayOn: WayOn = useMemo(() => ({ next, go: goTo, place: "row" }), [next, goTo]);
  if (isPractising && list.status !== "failed") {
    return (
      <>
        <QuestionStyles />
        <PracticeFlow practice={known} />
      </>
    );
  }
  const told = summary(list, filter, found.length, practice);
  // The chips name the total already.
  const isWhole = isReady && told === counted(list.questions.length, "question");
  return (
    <WayOnContext value={wayOn}>
      <QuestionStyles />
      <div className="list">
        <div className="list-head cluster">
          <h2>Questions</h2>
          <QuestionFilter questions={list.questions} practice={known} />
          <p className="summary soft" data-whole={isWhole || undefined} aria-live="polite">
            {told}
          </p>
        </div>
        {list.status !== "failed" && (
          <Today practice={known} onOpen={goTo}>
            <ListProgress practice={known} />
          </Today>
        )}
        <p role="status">{isReady ? list.fault : ""}</p>
        {list.status === "failed" && <EmptyState text={list.fault || UNREACHED} label="Try again" act={fetchList} />}
        {isReady && hash !== "" && found.length === 0 && (
          <EmptyState
            text={emptyText(filter)}
            label={filter.state === null ? "Clear the search" : "Show all questions"}
            act={() => changeFilter(NO_FILTER)}
          />
        )}
        <QuestionRows key={hash} all={list.questions} found={found} open={open} onToggle={toggle} practice={practice} />
      </div>
    </WayOnContext>
  );
}

/** Scrolls to the list's beginning, below the search field, when the filter changes. */
function useBeginning(hash: string): void {
  const before = useRef(hash);
  useLayoutEffect(() => {
    if (before.current === hash) return;
    before.current = hash;
    const view = document.querySelector(".list");
    if (view && view.getBoundingClientRect().top < 0) view.scrollIntoView({ block: "start", behavior: "instant" });
  }, [hash]);
}

const UNREACHED = "Check your connection and try again. Your ticks and marks are safe.";

function useFound(all: readonly Question[], filter: ListFilter, practice: Practice | null, held: Question | null) {
  const { search, tags, state, difficulty } = filter;
  const named = useMemo(() => {
    return filterQuestions(all, { words: searchWords(search), tags, difficulties: difficulty ? [difficulty] : [] });
  }, [all, search, tags, difficulty]);
  return useMemo(() => {
    const found = state === null ? named : named.filter((one) => isIn(state, practice?.stateOf(one) ?? null));
    if (held === null || found.includes(held)) return found;
    const shown = new Set(found).add(held);
    return all.filter((one) => shown.has(one));
  }, [all, named, state, practice, held]);
}

/** The reason for an empty list, and a way on. The pressed button disappears, so the focus moves to the screen. */
function EmptyState({ text, label, act }: { text: string; label: string; act: () => void }) {
  const press = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest("main")?.focus();
    act();
  };
  return (
    <div className="empty">
      <p>{text}</p>
      <button type="button" className="primary" onClick={press}>
        {label}
      </button>
    </div>
  );
}

function QuestionFilter({ questions, practice }: { questions: readonly Question[]; practice: Practice | null }) {
  const { search, tags, difficulty } = useValue($filter);
  const known = useMemo(() => allTags(questions).filter((tag) => readDifficulty(tag) === null), [questions]);
  const others = known.filter((tag) => !tags.includes(tag));
  const choice = useRef<HTMLSelectElement>(null);
  // The pressed button disappears, so the focus moves.
  const remove = (tag: string) => {
    choice.current?.focus();
    toggleTag(tag);
  };
  return (
    <search className="filter cluster">
      <SearchBox search={search} count={questions.length} />
      <ListSelect aria-label="List" />
      <div className="strip cluster">
        <StateFilter practice={practice} />
        <select ref={choice} aria-label="Add a tag" value="" onChange={(event) => toggleTag(event.target.value)}>
          <option value="">Any tag</option>
          {others.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </select>
        <select
          aria-label="Difficulty"
          value={difficulty ?? ""}
          onChange={(event) => changeFilter({ difficulty: readDifficulty(event.target.value) })}
        >
          <option value="">Any difficulty</option>
          {DIFFICULTIES.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </select>
        {tags.map((tag) => (
          <button type="button" key={tag} aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
            {`${tag} ×`}
          </button>
        ))}
      </div>
    </search>
  );
}

function SearchBox({ search, count }: { search: string; count: number }) {
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
      placeholder={count > 0 ? `Search ${counted(count, "question")}` : "Search"}
      value={search}
      onChange={(event) => changeFilter({ search: event.target.value })}
    />
  );
}
