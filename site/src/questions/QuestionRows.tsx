import { difficultyOf, groupByTopic, type Question, readDifficulty } from "@dailyleet/core";
import {
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { MarkPanel } from "../practice/MarkPanel.tsx";
import type { Practice } from "../practice/practice.ts";
import { DifficultyLabel, SheetLink } from "../practice/Signs.tsx";
import { type QuestionState, STATE_NAMES } from "../practice/wording.ts";
import { useIsOver } from "../ui/react.tsx";
import { whenQuiet } from "../ui/wait.ts";
import { TagButton } from "./Chips.tsx";
import { restorePlace } from "./place.ts";

interface RowsProps {
  readonly all: readonly Question[];
  /** The questions that pass the filter. */
  readonly found: readonly Question[];
  readonly open: Question | null;
  readonly onToggle: (question: Question, header: Element) => void;
  /** Null while it is not known. */
  readonly practice: Practice | null;
}

/** The first rows fill a window; the others follow a hundred at a time, so that the page stays responsive. */
const FIRST_ROWS = 10;
const MORE_ROWS = 100;

/** The found questions by topic. The row of the open question is always drawn. */
export function QuestionRows({ all, found, open, onToggle, practice }: RowsProps) {
  const groups = useMemo(() => groupByTopic(all), [all]);
  const topics = useMemo(() => {
    const wanted = new Set(found);
    return groups
      .map(({ topic, questions }) => ({ topic, questions, shown: questions.filter((one) => wanted.has(one)) }))
      .filter(({ shown }) => shown.length > 0);
  }, [groups, found]);
  const [count, setCount] = useState(FIRST_ROWS);
  useEffect(() => {
    if (count < found.length) startTransition(() => setCount(count + MORE_ROWS));
  }, [count, found]);
  const isSearchable = useIsOver(whenQuiet);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawn rows may differ
  useLayoutEffect(restorePlace, [count, found, open]);
  const opened = open ? topics.flatMap(({ shown }) => shown).indexOf(open) : -1;
  let room = Math.max(count, opened + 1);
  return topics.map(({ topic, questions, shown }) => {
    if (room <= 0) return null;
    // Draw only a long topic in parts: out of sight, the browser would keep the height of the first part.
    const rows = shown.length > MORE_ROWS ? shown.slice(0, room) : shown;
    room -= shown.length;
    return (
      <Topic key={topic ?? ""} name={topic} all={questions} practice={practice}>
        {rows.map((question, index) => (
          <QuestionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sheet may be equal
            key={index}
            question={question}
            isOpen={question === open}
            isSearchable={isSearchable}
            onToggle={onToggle}
            state={practice?.stateOf(question) ?? null}
            when={practice?.whenOf(question) ?? ""}
          />
        ))}
      </Topic>
    );
  });
}

type TopicProps = Pick<RowsProps, "all" | "practice"> & { name: string | null; children: readonly ReactNode[] };

/** 'Array · 3 of 5', counted in the whole list, and its rows. `name` is null where the list has no topics. */
function Topic({ name, all, practice, children }: TopicProps) {
  const id = useId();
  const practised = all.filter((question) => (practice?.stateOf(question) ?? "new") !== "new").length;
  return (
    <>
      {name !== null && (
        <p id={id} className="topic soft">
          <bdi>{name}</bdi>
          {practice && (
            <>
              <span>{` · ${practised} of ${all.length}`}</span>
              <span className="unseen"> practised</span>
            </>
          )}
        </p>
      )}
      <ol
        className="rows"
        aria-labelledby={name === null ? undefined : id}
        style={{ "--rows": children.length } as CSSProperties}
      >
        {children}
      </ol>
    </>
  );
}

interface QuestionRowProps extends Pick<RowsProps, "onToggle"> {
  readonly question: Question;
  readonly isOpen: boolean;
  /** Whether the browser's search finds its details while it is closed. */
  readonly isSearchable: boolean;
  /** Null while it is not known, and for a question that cannot have marks. */
  readonly state: QuestionState | null;
  readonly when: string;
}

const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, isOpen, isSearchable, onToggle, state, when } = props;
  const id = useId();
  const difficulty = difficultyOf(question);
  const isAgain = state !== null && state !== "new";
  const described = [state && `${id}sign`, difficulty && `${id}level`, isAgain && `${id}when`]
    .filter(Boolean)
    .join(" ");
  return (
    <li>
      {state && (
        <span id={`${id}sign`} className="sign" data-state={state} role="img" aria-label={STATE_NAMES[state]} />
      )}
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={described || undefined}
          onClick={({ currentTarget }) => onToggle(question, currentTarget)}
        >
          <Header question={question} />
        </button>
      </h3>
      {difficulty && <DifficultyLabel id={`${id}level`} of={difficulty} />}
      {state && (
        <small id={`${id}when`} className="soft" data-state={state}>
          {when}
        </small>
      )}
      <div id={id} ref={(details) => hide(details, !isOpen)}>
        {(isOpen || isSearchable) && <Details question={question} isOpen={isOpen} />}
      </div>
    </li>
  );
});

/**
 * React has no `hidden="until-found"`: the browser's search looks into such an element, and fires `beforematch` there.
 */
function hide(details: HTMLElement | null, isHidden: boolean): void {
  if (details) details.hidden = isHidden && "until-found";
}

/** The header's text is 'NAME - LINK'. Only the name is visible; the details show the address. */
function Header({ question: { name, link } }: { question: Question }) {
  return (
    <span>
      <bdi>{name}</bdi>
      <span className="unseen"> - </span>
      <bdi className="unseen">{link}</bdi>
    </span>
  );
}

/** Anybody may have written the sheet: its texts are shown as text, and linked only after `webLink`. */
function Details({ question, isOpen }: Pick<QuestionRowProps, "question" | "isOpen">) {
  const { tags, text, link, solution, takeaways, analysis } = question;
  return (
    <div className="details">
      <h4>Tags</h4>
      <p className="tags cluster">
        {[...new Set(tags)].filter(isTopic).map((tag, index) => (
          <Fragment key={tag}>
            {index > 0 && <span className="unseen">, </span>}
            <TagButton tag={tag} />
          </Fragment>
        ))}
      </p>
      {text.trim() !== "" && <p>{text}</p>}
      <p className="links cluster">
        <SheetLink address={link} label="View Question" />
        <SheetLink address={solution} label="View Solution" />
      </p>
      {isOpen && <MarkPanel question={question} />}
      <Answer title="Takeaways" text={takeaways} />
      <Answer title="Analysis + Comments" text={analysis} />
    </div>
  );
}

/** The tags omit the difficulty, because the row names it. */
const isTopic = (tag: string) => readDifficulty(tag) === null;

function Answer({ title, text }: { title: string; text: string }) {
  if (text.trim() === "") return null;
  return (
    <>
      <h4>{title}</h4>
      <p>{text}</p>
    </>
  );
}
