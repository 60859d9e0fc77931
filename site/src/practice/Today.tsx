import { counted, formatDate, type PlannedQuestion, type PracticeSummary, type Question } from "@dailyleet/core";
import type { CSSProperties } from "react";
import { preload } from "react-dom";
import { practise } from "../questions/filter.ts";
import { choosePlan } from "../questions/questions.ts";
import { Sign, TagButton } from "./Chips.tsx";
import styles from "./practice.css?url";
import { type Practice, usePractice } from "./practice.ts";
import {
  ALL_CAUGHT_UP,
  CARD_STATE_NAMES,
  type CardState,
  cardStateOf,
  dayName,
  dueText,
  inDays,
  LOADING,
  nextDueText,
  planText,
  tomorrowText,
} from "./wording.ts";

// Requested beside the questions, before React draws what needs it.
preload(styles, { as: "style" });

/** Not in the page's own style sheet, because the first view needs none of it. */
export function PracticeStyles() {
  return <link rel="stylesheet" href={styles} precedence="default" />;
}

/** How many questions are due, as a link into practising. */
export default function DueLink() {
  const due = usePractice()?.summary.due ?? 0;
  if (due === 0) return null;
  return (
    <span>
      <PracticeStyles />
      <a className="due" href="#practise">
        {`${counted(due, "question")} due`}
      </a>
    </span>
  );
}

interface TodayProps {
  /** Null while it is not known: its room is kept. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** Today's plan: how far it is done, the way into it, and its questions, each of which leads to its row. */
export function Today({ practice, onOpen }: TodayProps) {
  if (practice && practice.plan.length === 0 && practice.summary.total === 0) return null;
  return (
    <section className="suggestion" aria-labelledby="suggestion">
      <div className="plan-head">
        <h3 id="suggestion">{practice ? headingOf(practice.plan) : "Today"}</h3>
        {practice && <Steps plan={practice.plan} />}
      </div>
      {practice ? <Plan practice={practice} onOpen={onOpen} /> : <p className="unknown">{LOADING}</p>}
    </section>
  );
}

/** 'Today: 3 of 5 done' */
function headingOf(plan: readonly PlannedQuestion[]): string {
  if (plan.length === 0) return ALL_CAUGHT_UP;
  return `Today: ${plan.filter(({ isDone }) => isDone).length} of ${plan.length} done`;
}

/** A bar with a part for each question of the plan. */
export function Steps({ plan }: { plan: readonly PlannedQuestion[] }) {
  return (
    <span className="steps" aria-hidden="true">
      {plan.map(({ key, isDone }) => (
        <i key={key} data-done={isDone} />
      ))}
    </span>
  );
}

function Plan({ practice, onOpen }: TodayProps & { practice: Practice }) {
  const next = practice.plan.find(({ isDone }) => !isDone);
  return (
    <>
      {next ? (
        <button type="button" className="primary practise" aria-keyshortcuts="p" onClick={practise}>
          <span>Practise now </span>
          <small>
            <bdi>{next.question.name}</bdi>
          </small>
        </button>
      ) : (
        <p className="all-done">
          {practice.plan.length > 0 ? `Done for today. ${tomorrowText(practice)}` : nextDueText(practice)}
        </p>
      )}
      <ol>
        {practice.plan.map((entry) => (
          <li key={entry.key}>
            <PlannedRow entry={entry} practice={practice} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      <StudyPlan practice={practice} />
    </>
  );
}

function PlannedRow({ entry, practice, onOpen }: TodayProps & { entry: PlannedQuestion; practice: Practice }) {
  const { question, progress, isDone } = entry;
  const isBack = isDone && progress.due !== null;
  return (
    <button type="button" data-done={isDone} onClick={() => onOpen(question)}>
      <Sign cardState={isDone ? "done" : cardStateOf(progress)} />
      <bdi>{question.name}</bdi>
      <small>
        {isDone && <span className="unseen"> Done.</span>}
        <span>{` ${isBack ? `Back ${inDays(progress.due, practice.today)}` : dueText(progress)}`}</span>
      </small>
    </button>
  );
}

/** The plan to meet every question by a day: 'On track' or '12 behind', and the day to choose. */
function StudyPlan({ practice: { study, today } }: { practice: Practice }) {
  return (
    <details className="study">
      <summary>{study ? planText(study, today) : "Plan to finish by a day"}</summary>
      <label>
        <span>Finish by </span>
        <input
          type="date"
          min={formatDate(today)}
          max="2099-12-31"
          defaultValue={study?.until ?? ""}
          key={study?.until}
          onChange={({ target }) => target.value !== "" && target.validity.valid && choosePlan(target.value)}
        />
      </label>
      {study && (
        <button type="button" onClick={() => choosePlan("")}>
          Remove the plan
        </button>
      )}
    </details>
  );
}

/** How many questions fall due on each of the next days. */
export function Forecast({ practice: { forecast, today } }: { practice: Practice }) {
  const most = Math.max(1, ...forecast.map(({ due }) => due));
  return (
    <ol className="forecast" aria-label="Questions that come back">
      {forecast.map(({ date, due }, index) => (
        <li key={date} style={{ "--of-most": due / most } as CSSProperties}>
          <span className="unseen">{`${index === 0 ? "Today" : dayName(date, today)}: ${due}`}</span>
          <b aria-hidden="true">{due || ""}</b>
          <i aria-hidden="true" />
          <small aria-hidden="true">{Number(date.slice(8))}</small>
        </li>
      ))}
    </ol>
  );
}

/** Progress by tag and by difficulty with a legend of the signs, and the days to come; only their names while not known. */
export function Progress({ practice }: { practice: Practice | null }) {
  return (
    <div className="extras">
      <details className="progress">
        <summary>Progress by tag</summary>
        <p className="signs">
          {(Object.keys(CARD_STATE_NAMES) as CardState[]).map((cardState) => (
            <span key={cardState}>
              <Sign cardState={cardState} />
              <span>{` ${CARD_STATE_NAMES[cardState]}`}</span>
            </span>
          ))}
        </p>
        {practice && <ProgressList counts={practice.difficulties} />}
        {practice && <ProgressList counts={practice.tags} isTags />}
      </details>
      <details className="progress">
        <summary>Next 14 days</summary>
        {practice && <Forecast practice={practice} />}
      </details>
    </div>
  );
}

function ProgressList({ counts, isTags = false }: { counts: PracticeSummary["tags"]; isTags?: boolean }) {
  return (
    <ul>
      {counts.map(({ tag, total, practised, known }) => (
        <li key={tag}>
          {isTags ? <TagButton tag={tag} /> : <span>{tag}</span>}
          <progress max={total} value={practised} aria-label={tag} />
          <span>{`${practised} of ${total}${known > 0 ? ` · ${known} known` : ""}`}</span>
        </li>
      ))}
    </ul>
  );
}
