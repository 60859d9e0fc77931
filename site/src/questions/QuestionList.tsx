import { counted, filterQuestions, type Question, searchWords } from "@dailyleet/core";
import {
  type MouseEvent,
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useValue } from "../ui/useValue.ts";
import { $filter, clearFilter } from "./filter.ts";
import { formatFilter } from "./filterHash.ts";
import { QuestionFilter } from "./QuestionFilter.tsx";
import { QuestionRow } from "./QuestionRow.tsx";
import { $questions, fetchQuestions, type QuestionList as List } from "./questions.ts";

const GROUP = 100;

export default function QuestionList() {
  const list = useValue($questions);
  const filter = useDeferredValue(useValue($filter));
  useEffect(fetchQuestions, []);
  const [open, setOpen] = useState<Question | null>(null);
  const toggle = useCallback((row: Question) => setOpen((before) => (before === row ? null : row)), []);
  const found = useMemo(
    () => filterQuestions(list.questions, { words: searchWords(filter.search), tags: filter.tags }),
    [list, filter],
  );
  return (
    <>
      <h2>Questions</h2>
      <QuestionFilter questions={list.questions} />
      <p className="summary" aria-live="polite">
        {summary(list, found.length)}
      </p>
      {list.status === "failed" && <WayOn label="Try again" act={fetchQuestions} />}
      {list.status === "ready" && found.length === 0 && <WayOn label="Clear the search" act={clearFilter} />}
      <Groups key={formatFilter(filter)} questions={found} open={open} onToggle={toggle} />
    </>
  );
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

interface RowsProps {
  readonly questions: readonly Question[];
  readonly open: Question | null;
  readonly onToggle: (question: Question) => void;
}

/** Long lists grow group by group, so that the page never stops answering. */
function Groups({ questions, open, onToggle }: RowsProps) {
  const groups = useMemo(() => groupsOf(questions), [questions]);
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < groups.length) startTransition(() => setCount(count + 1));
  }, [count, groups]);
  return groups.slice(0, count).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a sheet may be alike in everything but their place
    <Rows key={index} questions={group} open={open && group.includes(open) ? open : null} onToggle={onToggle} />
  ));
}

const Rows = memo(function Rows({ questions, open, onToggle }: RowsProps) {
  return (
    <ol className="rows">
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <QuestionRow key={index} question={question} isOpen={question === open} onToggle={onToggle} />
      ))}
    </ol>
  );
});

function groupsOf(questions: readonly Question[]): (readonly Question[])[] {
  const count = Math.ceil(questions.length / GROUP);
  return Array.from({ length: count }, (_, group) => questions.slice(group * GROUP, (group + 1) * GROUP));
}

function summary({ status, questions, keptAt }: List, found: number): string {
  if (status === "loading") return "Fetching the questions…";
  if (status === "failed") return "The questions could not be fetched; the list is empty.";
  const all = counted(questions.length, "question");
  const count = found === questions.length ? all : `${found} of ${all}`;
  return keptAt === null ? count : `${count}, as fetched on ${longDate(keptAt)}`;
}

function longDate(epochMs: number): string {
  return new Date(epochMs).toLocaleDateString("en", { dateStyle: "long" });
}
