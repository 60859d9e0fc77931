import {
  counted,
  difficultyOf,
  type PlannedQuestion,
  type Question,
  questionKey,
  readDifficulty,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { endPractice } from "../list/filter.ts";
import { useValue } from "../ui/react.tsx";
import { bringIntoView } from "../ui/scrolling.ts";
import { parseTab, storeTab } from "../ui/stored.ts";
import { MarkPanel, useKeys, WayOnContext } from "./MarkPanel.tsx";
import { type Practice, stepOf } from "./practice.ts";
import { Difficulty, SheetLink } from "./Signs.tsx";
import { Forecast, Steps } from "./Today.tsx";
import { ALL_CAUGHT_UP, LOADING, nextDueText, tomorrowText } from "./wording.ts";

/** The key of the practised question, for a person who leaves the screen and comes back. */
const $current = atom(readStep());

/** In this tab only: tomorrow has another plan. */
const STEP_NAME = "dailyleet/step";

function readStep(): string | null {
  const step = parseTab(STEP_NAME);
  return typeof step === "string" ? step : null;
}

/** Today's plan, one question at a time. `practice` is null while it is not known. */
export function PracticeFlow({ practice }: { practice: Practice | null }) {
  const current = useValue($current);
  const plan = practice?.plan ?? [];
  const { entry, next } = stepOf(plan, current);
  const key = entry?.key ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: skips a done question only at first; after a mark its question stays
  useLayoutEffect(() => void (entry?.isDone && $current.set(null)), []);
  useEffect(() => {
    $current.set(key);
    if (key !== null) storeTab(STEP_NAME, JSON.stringify(key));
  }, [key]);
  return (
    <section className="flow" aria-label="Practice">
      <div className="flow-head">
        <h2>{entry ? `${plan.indexOf(entry) + 1} of ${plan.length}` : "Today"}</h2>
        <Steps plan={plan} />
        <button type="button" className="plain" onClick={endPractice}>
          All questions
        </button>
      </div>
      {practice === null && <p>{LOADING}</p>}
      {entry && <Step key={entry.key} entry={entry} next={next} />}
      {practice && next === null && (entry === null || entry.isDone) && <Finished practice={practice} />}
    </section>
  );
}

const goTo = (question: Question) => $current.set(questionKey(question));

function Step({ entry, next }: { entry: PlannedQuestion; next: Question | null }) {
  const { question, isDone } = entry;
  const difficulty = difficultyOf(question);
  const tags = question.tags.filter((tag) => readDifficulty(tag) === null);
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
        <span className="unseen"> </span>
        {difficulty && <Difficulty of={difficulty} />}
      </h3>
      <p className="links">
        <SheetLink address={question.link} label="View Question" />
      </p>
      {tags.length > 0 && <p className="about">{tags.join(" · ")}</p>}
      {question.text.trim() !== "" && <p>{question.text}</p>}
      <WayOnContext value={{ next, go: goTo, place: "flow" }}>
        <MarkPanel question={question} />
      </WayOnContext>
      {skip && (
        <button type="button" className="plain skip-question" aria-keyshortcuts="n" onClick={skip}>
          Skip for now
        </button>
      )}
      <Fold name="takeaways" text={question.takeaways} />
      <Fold name="analysis" text={question.analysis} solution={question.solution} />
    </div>
  );
}

/** Closed at first, because it gives the answer away. */
function Fold({ name, text, solution = "" }: { name: string; text: string; solution?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (text.trim() === "" && solution.trim() === "") return null;
  return (
    <div className="fold">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        {`${isOpen ? "Hide" : "Show"} ${name}`}
      </button>
      <div id={id} hidden={!isOpen}>
        <p>{text}</p>
        <p className="links">
          <SheetLink address={solution} label="View Solution" />
        </p>
      </div>
    </div>
  );
}

function Finished({ practice }: { practice: Practice }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current === null) return;
    heading.current.focus({ preventScroll: true });
    bringIntoView(heading.current.closest(".finished") ?? heading.current, "nearest");
  }, []);
  const count = practice.plan.length;
  return (
    <div className="finished">
      <h3 ref={heading} tabIndex={-1}>
        {count === 0 ? `${ALL_CAUGHT_UP}.` : `Done for today: ${counted(count, "question")}.`}
      </h3>
      <p>{count === 0 ? nextDueText(practice) : tomorrowText(practice)}</p>
      <Forecast practice={practice} />
    </div>
  );
}
