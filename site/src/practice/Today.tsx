import { formatDate, type PlannedQuestion, type Question } from "@dailyleet/core";
import type { CSSProperties } from "react";
import { choosePlan } from "../list/questions.ts";
import { practise } from "../view/view.ts";
import type { Practice } from "./practice.ts";
import { Sign } from "./Signs.tsx";
import {
  ALL_CAUGHT_UP,
  dayName,
  dueText,
  inDays,
  LOADING,
  nextDueText,
  planText,
  questionStateOf,
  tomorrowText,
} from "./wording.ts";

interface TodayProps {
  /** Null while it is not known. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** Today's plan: its progress, the button into practice, and its questions, each a way to its row. */
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
      <Sign state={isDone ? "done" : questionStateOf(progress)} />
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
