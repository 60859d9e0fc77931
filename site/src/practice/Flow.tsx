import {
  difficultyOf,
  doneText,
  type PlannedQuestion,
  type Question,
  questionKey,
  readDifficulty,
  roundAt,
  stateText,
  tomorrowText,
  webLink,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { endPractice } from "../list/filter.ts";
import { useValue } from "../ui/react.tsx";
import { bringIntoView } from "../ui/scrolling.ts";
import { parseTab, storeTab } from "../ui/tabStored.ts";
import { MarkPanel, useKeys, WayOnContext } from "./MarkPanel.tsx";
import type { Practice } from "./practice.ts";
import { DifficultyLabel, SheetLink } from "./Signs.tsx";
import { Forecast, hasForecast, Steps } from "./Today.tsx";
import { dayName, LOADING } from "./wording.ts";

/** In session storage, because tomorrow has another plan. */
const STEP_NAME = "dailyleet/step";

/** The key of the practised question, for a person who leaves the screen and comes back. */
const $current = atom(readStep());

function readStep(): string | null {
  const step = parseTab(STEP_NAME);
  return typeof step === "string" ? step : null;
}

/** Today's plan, one question at a time. `practice` is null while it is not known. */
export function PracticeFlow({ practice }: { practice: Practice | null }) {
  const plan = practice?.plan ?? [];
  const { current: entry, place, next, skipped, isOver } = roundAt(plan, useValue($current));
  const key = entry?.key ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: skips a done question only at first; after a mark its question stays
  useLayoutEffect(() => void (entry?.isDone && $current.set(null)), []);
  const isKnown = practice !== null;
  useEffect(() => {
    // Keep the step from before a reload until the plan is known.
    if (!isKnown) return;
    $current.set(key);
    if (key !== null) storeTab(STEP_NAME, JSON.stringify(key));
  }, [isKnown, key]);
  const left = useRef<string | null>(null);
  useEffect(() => {
    // Removing a mark leads back to its question.
    if (plan.every((one) => one.isDone || one.key !== left.current)) return;
    $current.set(left.current);
    left.current = null;
  }, [plan]);
  const goTo = (question: Question) => {
    left.current = entry?.isDone ? entry.key : null;
    $current.set(questionKey(question));
  };
  return (
    <section className="flow" aria-label="Practice">
      <div className="flow-head">
        <h2>{isOver ? "Practice" : place}</h2>
        <Steps plan={plan} />
        <button type="button" className="link" onClick={endPractice}>
          All questions
        </button>
      </div>
      {practice === null && <p>{LOADING}</p>}
      {entry && !isOver && (
        <Step key={entry.key} entry={entry} next={(next ?? skipped)?.question ?? null} goTo={goTo} />
      )}
      {practice && isOver && <Finished practice={practice} />}
    </section>
  );
}

interface StepProps {
  readonly entry: PlannedQuestion;
  readonly next: Question | null;
  readonly goTo: (question: Question) => void;
}

function Step({ entry, next, goTo }: StepProps) {
  const { question, progress, isDone } = entry;
  const heading = useRef<HTMLHeadingElement>(null);
  // Each question starts at the top, with the focus on its heading.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }, []);
  const skip = !isDone && next ? () => goTo(next) : null;
  useKeys({ n: skip });
  return (
    <div className="details">
      <h3 ref={heading} tabIndex={-1}>
        <bdi>{question.name}</bdi>
      </h3>
      <About question={question} due={isDone ? "" : stateText(progress)} />
      {question.text.trim() !== "" && <p>{question.text}</p>}
      <ViewQuestion link={question.link} />
      <WayOnContext value={{ next, go: goTo, place: "flow" }}>
        <MarkPanel question={question} />
      </WayOnContext>
      <Answers question={question} skip={skip} />
    </div>
  );
}

/** 'Hard · trie · backtracking · 30 days overdue' */
function About({ question, due }: { question: Question; due: string }) {
  const difficulty = difficultyOf(question);
  const tags = question.tags.filter((tag) => readDifficulty(tag) === null);
  return (
    <p className="about cluster soft">
      {difficulty && <DifficultyLabel of={difficulty} />}
      <span>{[...tags, due].filter(Boolean).join(" · ")}</span>
    </p>
  );
}

/** Opens a new tab. An address that is no web link stays text. */
function ViewQuestion({ link }: { link: string }) {
  const web = webLink(link);
  if (web === null) return <SheetLink address={link} label="View Question" />;
  return (
    <a className="primary view-question cluster" href={web.href} target="_blank" rel="noopener noreferrer">
      <span>View Question</span>
      <span>
        <span> on </span>
        <bdi>{web.host.replace(/^www\./, "")}</bdi>
      </span>
    </a>
  );
}

type Answer = "takeaways" | "analysis";

/** The buttons below a question, in one line. The answers are closed at first, because they spoil the question. */
function Answers({ question, skip }: { question: Question; skip: (() => void) | null }) {
  const [open, setOpen] = useState<readonly Answer[]>([]);
  const id = useId();
  const { takeaways, analysis, solution } = question;
  const answers = { takeaways, analysis: analysis + solution };
  const names = (["takeaways", "analysis"] as const).filter((name) => answers[name].trim() !== "");
  const toggle = (name: Answer) => () =>
    setOpen(open.includes(name) ? open.filter((one) => one !== name) : [...open, name]);
  return (
    <>
      <div className="foot cluster">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="link"
            aria-expanded={open.includes(name)}
            aria-controls={id + name}
            onClick={toggle(name)}
          >
            {`${open.includes(name) ? "Hide" : "Show"} ${name}`}
          </button>
        ))}
        {skip && (
          <button type="button" className="link" aria-keyshortcuts="n" onClick={skip}>
            Skip for now
          </button>
        )}
      </div>
      {names.map((name) => (
        <div key={name} id={id + name} hidden={!open.includes(name)}>
          <p>{question[name]}</p>
          {name === "analysis" && (
            <p className="links cluster">
              <SheetLink address={solution} label="View Solution" />
            </p>
          )}
        </div>
      ))}
    </>
  );
}

function Finished({ practice }: { practice: Practice }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current === null) return;
    heading.current.focus({ preventScroll: true });
    bringIntoView(heading.current.closest(".finished") ?? heading.current, "nearest");
  }, []);
  return (
    <div className="finished">
      <h3 ref={heading} tabIndex={-1}>
        {doneText(practice.plan.length)}
      </h3>
      <p>{tomorrowText(practice, dayName)}</p>
      {hasForecast(practice) && <Forecast practice={practice} />}
    </div>
  );
}
