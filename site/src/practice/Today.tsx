import type { PlannedQuestion, Question } from "@dailyleet/core";
import { PlainSign, TagButton } from "./Chips.tsx";
import practice from "./practice.css?url";
import type { Practice } from "./practice.ts";
import {
  ALL_CAUGHT_UP,
  type CardState,
  dueText,
  inDays,
  LOADING,
  nextDueText,
  STANDING_NAMES,
  standingOf,
} from "./wording.ts";

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

interface NextProps {
  /** Null while it is not known: its place is kept. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** The one question to go on with. */
export function Next({ practice, onOpen }: NextProps) {
  return <div className="next">{practice && <NextButton practice={practice} onOpen={onOpen} />}</div>;
}

function NextButton({ practice, onOpen }: NextProps & { practice: Practice }) {
  const { next } = practice;
  if (next === null) {
    return (
      practice.summary.total > 0 && (
        <p>
          {ALL_CAUGHT_UP}. {nextDueText(practice)}
        </p>
      )
    );
  }
  return (
    <button type="button" className="primary" onClick={() => onOpen(next.question)}>
      <span>
        Next: <bdi>{next.question.name}</bdi>
      </span>{" "}
      <small>{dueText(next.progress)}</small>
    </button>
  );
}

/** Not in the page's own style sheet, because its first view has nothing of this. What needs it waits for it. */
export function PracticeStyles() {
  return <link rel="stylesheet" href={practice} precedence="default" />;
}

/** How far the person is with each tag, and what the signs of the list mean. */
export function TagProgress({ practice }: { practice: Practice }) {
  return (
    <details className="progress">
      <summary>Progress by tag</summary>
      <p className="signs">
        {(Object.keys(STANDING_NAMES) as CardState[]).map((standing) => (
          <span key={standing}>
            <PlainSign standing={standing} /> {STANDING_NAMES[standing]}
          </span>
        ))}
      </p>
      <ul>
        {practice.summary.tags.map(({ tag, total, practised, known }) => (
          <li key={tag}>
            <TagButton tag={tag} />
            <progress max={total} value={practised} aria-label={tag} />
            <span>
              {practised} of {total}
              {known > 0 && ` · ${known} known`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
