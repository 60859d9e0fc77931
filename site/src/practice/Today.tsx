import {
  ALL_CAUGHT_UP,
  capitalise,
  doneText,
  formatDate,
  interviewPlanText,
  LAST_PLANNED,
  LIST_NAMES,
  LIST_TITLES,
  listOf,
  nextDueText,
  type PlannedQuestion,
  type Question,
  roundAt,
  shortDueText,
  tomorrowText,
} from "@dailyleet/core";
import {
  type ComponentProps,
  type CSSProperties,
  type ReactElement,
  useId,
  useState,
  useSyncExternalStore,
} from "react";
import { changeSetting } from "../changes/changeSetting.ts";
import { $config, $siteConfig } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { practise } from "../view/goTo.ts";
import { SITE_LIST } from "../view/speech.ts";
import { $today } from "../view/today.ts";
import type { Practice } from "./practice.ts";
import { Sign } from "./Signs.tsx";
import { dayName, LOADING, questionStateOf } from "./wording.ts";

interface TodayProps {
  /** Null while it is not known. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** The width from which the style sheet has a column beside the list. */
const WIDE = "(min-width: 68rem)";

/**
 * Today's plan and `children`, in a column beside the list. In a narrower window the plan is one row that expands, with
 * the button into practice.
 */
export function Today({ practice, onOpen, children }: TodayProps & { children: ReactElement }) {
  const isWide = useMedia(WIDE);
  const [isOpen, setIsOpen] = useState(false);
  const plan = practice?.plan ?? [];
  const { done, isOver } = roundAt(plan, null);
  if (practice && plan.length === 0 && practice.summary.total === 0) return null;
  return (
    <aside className="side" aria-label="Your practice">
      <div>
        <section className="box suggestion cluster" aria-labelledby="suggestion">
          <h3 id="suggestion">{practice ? headingOf(done, plan.length) : "Practice"}</h3>
          {practice && <Steps plan={plan} />}
          {!isOver && (
            <button type="button" className="primary" aria-keyshortcuts="p" onClick={practise}>
              Practise now
            </button>
          )}
          {!isWide && practice && (
            <button
              type="button"
              className="plain more"
              aria-label="Plan and progress"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            />
          )}
          {practice === null && <p className="unknown">{LOADING}</p>}
          {practice && (isWide || isOpen) && <Plan practice={practice} onOpen={onOpen} />}
        </section>
        {(isWide || isOpen) && children}
      </div>
    </aside>
  );
}

/** 'Practice: 3 of 5'. Without 'Practice' it could be the count of today's ticks. */
function headingOf(done: number, planned: number): string {
  return planned === 0 ? ALL_CAUGHT_UP : `Practice: ${done} of ${planned}`;
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

/** Rows of the plan that show at once; a disclosure holds the others. */
const SHOWN = 5;

function Plan({ practice, onOpen }: TodayProps & { practice: Practice }) {
  const { plan } = practice;
  const ordered = plan.length > SHOWN ? plan.toSorted((a, b) => Number(a.isDone) - Number(b.isDone)) : plan;
  const [first, rest] = [ordered.slice(0, SHOWN), ordered.slice(SHOWN)];
  const rowOf = (entry: PlannedQuestion) => (
    <li key={entry.key}>
      <PlannedRow entry={entry} practice={practice} onOpen={onOpen} />
    </li>
  );
  return (
    <>
      {roundAt(plan, null).isOver && (
        <p className="all-done">
          {plan.length > 0
            ? `${doneText(plan.length)} ${tomorrowText(practice, dayName)}`
            : nextDueText(practice, dayName)}
        </p>
      )}
      <ol>{first.map(rowOf)}</ol>
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <ol>{rest.map(rowOf)}</ol>
        </details>
      )}
      <StudyPlan practice={practice} />
    </>
  );
}

function PlannedRow({ entry, practice, onOpen }: TodayProps & { entry: PlannedQuestion; practice: Practice }) {
  const { question, progress, isDone } = entry;
  const isBack = isDone && progress.due !== null;
  const when = shortDueText(progress, practice.today);
  return (
    <button type="button" className="cluster" data-done={isDone} onClick={() => onOpen(question)}>
      <Sign state={isDone ? "done" : questionStateOf(progress)} />
      <bdi>{question.name}</bdi>
      <small className="soft">
        {isDone && <span className="unseen"> Done.</span>}
        <span>{` ${isBack ? `Back ${when}` : capitalise(when)}`}</span>
      </small>
    </button>
  );
}

/** The plan to practise every question by the interview, and the field for its day. */
function StudyPlan({ practice: { study, today } }: { practice: Practice }) {
  const [fault, setFault] = useState("");
  const id = useId();
  return (
    <details className="study">
      <summary className={study && study.enough !== null ? "fault" : undefined}>
        {study ? interviewPlanText(study, today, dayName) : "Plan for an interview"}
      </summary>
      <label htmlFor={id}>Interview on </label>
      <PlanDay id={id} onChange={setFault} />
      {study && (
        <button type="button" onClick={() => setFault(changeSetting("plan", { until: "" }))}>
          Remove the plan
        </button>
      )}
      <p role="status" className="fault">
        {fault}
      </p>
    </details>
  );
}

const REFUSED = `The interview can't be in the past: give a day from today to the end of ${LAST_PLANNED}. The plan stays as it was.`;

interface PlanDayProps extends Pick<ComponentProps<"input">, "id" | "aria-labelledby"> {
  /** Gets a sentence if the day was refused, an empty text if it was saved. */
  readonly onChange: (fault: string) => void;
}

/** The field for the day of the interview. Saves any day from today on; an empty field removes the plan. */
export function PlanDay({ onChange, ...named }: PlanDayProps) {
  const { until = "" } = useValue($config).plan ?? {};
  const today = useValue($today);
  // While the person types a date, it differs from the saved one.
  const [text, setText] = useState(until);
  const [before, setBefore] = useState(until);
  if (until !== before) {
    setBefore(until);
    setText(until);
  }
  return (
    <input
      {...named}
      type="date"
      min={today ? formatDate(today) : undefined}
      max={`${LAST_PLANNED}-12-31`}
      value={text}
      onChange={({ target: { value, validity } }) => {
        setText(value);
        if (validity.valid) onChange(changeSetting("plan", { until: value }));
        // While the person types a year, it begins with zeros.
        else if (value > "1") onChange(REFUSED);
      }}
      onBlur={({ target: { validity } }) => {
        if (validity.valid) return;
        setText(until);
        onChange(REFUSED);
      }}
    />
  );
}

type SelectProps = Pick<ComponentProps<"select">, "id" | "aria-label" | "aria-labelledby">;

/** The lists to choose from. The site's own sheet is one of them, unless the site's configuration names a list. */
export function ListSelect(named: SelectProps) {
  const list = listOf(useValue($config));
  const site = useValue($siteConfig);
  return (
    <select {...named} value={list ?? ""} onChange={({ target: { value } }) => changeSetting("list", { value })}>
      {listOf(site) === null && <option value="">{SITE_LIST}</option>}
      {LIST_NAMES.map((name) => (
        <option key={name} value={name}>
          {LIST_TITLES[name]}
        </option>
      ))}
    </select>
  );
}

export const hasForecast = ({ forecast }: Practice) => forecast.some(({ due }) => due > 0);

/** How many questions fall due on each of the next days. */
export function Forecast({ practice }: { practice: Practice }) {
  const { forecast, today } = practice;
  if (!hasForecast(practice)) return <p>{nextDueText(practice, dayName) || NOTHING_COMES_BACK}</p>;
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

const NOTHING_COMES_BACK = "Nothing comes back yet: mark a question, and its next day shows here.";

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  const [media] = useState(() => matchMedia(query));
  return useSyncExternalStore(
    (tell) => {
      media.addEventListener("change", tell);
      return () => media.removeEventListener("change", tell);
    },
    () => media.matches,
  );
}
