import type { PlannedQuestion, Question } from "@dailyleet/core";
import type { Practice } from "./practice.ts";
import { PlainSign } from "./StateFilter.tsx";
import { dueText, inDays, LOADING, standingOf } from "./wording.ts";

interface TodayProps {
  /** Null while it is not known: its place is kept. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** What to practise today; each leads to its row in the list. */
export function Today({ practice, onOpen }: TodayProps) {
  if (practice?.plan.length === 0) return null;
  return (
    <section className="suggestion" aria-labelledby="suggestion">
      <h3 id="suggestion">{practice ? headingOf(practice.plan) : "Today"}</h3>
      {practice ? <Plan practice={practice} onOpen={onOpen} /> : <p className="unknown">{LOADING}</p>}
    </section>
  );
}

/** 'Today: 3 of 5 done' */
function headingOf(plan: readonly PlannedQuestion[]): string {
  return `Today: ${plan.filter(({ isDone }) => isDone).length} of ${plan.length} done`;
}

function Plan({ practice, onOpen }: TodayProps & { practice: Practice }) {
  return (
    <>
      <ol>
        {practice.plan.map((entry) => (
          <li key={entry.key}>
            <PlannedRow entry={entry} practice={practice} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {practice.plan.every(({ isDone }) => isDone) && <p className="all-done">Done for today</p>}
    </>
  );
}

function PlannedRow({ entry, practice, onOpen }: TodayProps & { entry: PlannedQuestion; practice: Practice }) {
  const { question, progress, isDone } = entry;
  return (
    <button type="button" data-done={isDone} onClick={() => onOpen(question)}>
      <PlainSign standing={isDone ? "done" : standingOf(progress)} />
      <bdi>{question.name}</bdi>{" "}
      <small>
        {isDone && <span className="unseen">Done. </span>}
        {isDone && progress.due !== null ? `Back ${inDays(progress.due, practice.today)}` : dueText(progress)}
      </small>
    </button>
  );
}
