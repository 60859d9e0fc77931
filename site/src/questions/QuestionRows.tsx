import { difficultyOf, groupByTopic, type Question, webLink } from "@dailyleet/core";
import { type CSSProperties, memo, startTransition, useEffect, useId, useMemo, useState } from "react";
import { Difficulty, Sign } from "../practice/Chips.tsx";
import type { Practice } from "../practice/practice.ts";
import type { CardState } from "../practice/wording.ts";
import { QuestionDetails } from "./QuestionDetails.tsx";

interface RowsProps {
  readonly topics: readonly ShownTopic[];
  readonly open: Question | null;
  readonly onToggle: (question: Question, header: Element) => void;
  /** Null while it is not known. */
  readonly practice: Practice | null;
}

/** Renders a long list batch by batch, so that the page stays responsive; the open question's batch comes at once. */
export function QuestionRows({ topics, open, ...props }: RowsProps) {
  const batches = useMemo(() => batchesOf(topics), [topics]);
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < batches.length) startTransition(() => setCount(count + 1));
  }, [count, batches]);
  const opened = open ? batches.findIndex((batch) => batch.some(({ shown }) => shown.includes(open))) : -1;
  return batches.slice(0, Math.max(count, opened + 1)).map((batch, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a sheet may be alike in everything but their place
    <Batch key={index} topics={batch} open={index === opened ? open : null} {...props} />
  ));
}

const Batch = memo(function Batch({ topics, ...props }: RowsProps) {
  return (
    <div>
      {topics.map((topic, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Topic key={index} topic={topic} {...props} />
      ))}
    </div>
  );
});

function Topic({ topic, open, onToggle, practice }: Omit<RowsProps, "topics"> & { topic: ShownTopic }) {
  const id = useId();
  return (
    <>
      {topic.name !== null && <TopicHead id={id} name={topic.name} all={topic.all} practice={practice} />}
      <ol
        className="rows"
        aria-labelledby={topic.name === null ? undefined : id}
        style={{ "--rows": topic.shown.length } as CSSProperties}
      >
        {topic.shown.map((question, index) => (
          <QuestionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            question={question}
            isOpen={question === open}
            onToggle={onToggle}
            standing={practice?.standing(question) ?? null}
          />
        ))}
      </ol>
    </>
  );
}

interface TopicHeadProps {
  readonly id: string;
  readonly name: string;
  readonly all: readonly Question[];
  readonly practice: Practice | null;
}

/** 'Array · 3 of 5' */
function TopicHead({ id, name, all, practice }: TopicHeadProps) {
  const practised = all.filter((question) => (practice?.standing(question) ?? "new") !== "new").length;
  return (
    <p id={id} className="topic">
      <bdi>{name}</bdi>
      {practice && (
        <span>
          {" "}
          · {practised} of {all.length}
          <span className="unseen"> practised</span>
        </span>
      )}
    </p>
  );
}

interface QuestionRowProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (question: Question, header: Element) => void;
  /** Null while it is not known, and for a question that cannot have marks. */
  readonly standing: CardState | null;
}

const QuestionRow = memo(function QuestionRow({ question, isOpen, onToggle, standing }: QuestionRowProps) {
  const id = useId();
  const [sign, level] = [`${id}sign`, `${id}level`];
  const difficulty = difficultyOf(question);
  const described = [...(standing ? [sign] : []), ...(difficulty ? [level] : [])].join(" ");
  return (
    <li>
      {standing && <Sign id={sign} standing={standing} />}
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
      {difficulty && <Difficulty id={level} of={difficulty} />}
      <div id={id} hidden={!isOpen}>
        {isOpen && <QuestionDetails question={question} />}
      </div>
    </li>
  );
});

/** Its text is 'NAME - LINK'. The style sheet draws the site's name in place of the address. */
function Header({ question: { name, link } }: { question: Question }) {
  const host = webLink(link)?.host.replace(/^www\./, "");
  const hidden = host === undefined ? undefined : "unseen";
  return (
    <span>
      <bdi>{name}</bdi>
      <span className={hidden}> - </span>
      <bdi className={hidden ?? "address"}>{link}</bdi>
      {host !== undefined && <bdi className="site" data-host={host} aria-hidden="true" />}
    </span>
  );
}

/** A topic with the questions that pass the filter. */
interface ShownTopic {
  /** Null where the list has no topics. */
  readonly name: string | null;
  /** Its questions in the whole list. */
  readonly all: readonly Question[];
  readonly shown: readonly Question[];
}

/** The found questions, grouped by the topics of the whole list. */
export function useTopics(all: readonly Question[], found: readonly Question[]): readonly ShownTopic[] {
  const groups = useMemo(() => groupByTopic(all), [all]);
  return useMemo(() => {
    const wanted = new Set(found);
    const topics = groups.map(({ topic, questions }) => ({
      name: topic,
      all: questions,
      shown: questions.filter((question) => wanted.has(question)),
    }));
    return topics.filter(({ shown }) => shown.length > 0);
  }, [groups, found]);
}

/** The first batch fills a window. */
const FIRST_BATCH = 10;
const BATCH = 100;

/** Splits the topics into batches of rows; a topic that is split keeps its name in the first part. */
function batchesOf(topics: readonly ShownTopic[]): (readonly ShownTopic[])[] {
  const batches: ShownTopic[][] = [];
  let room = 0;
  for (const part of topics.flatMap(cut)) {
    if (part.shown.length > room) {
      room = batches.length === 0 ? FIRST_BATCH : BATCH;
      batches.push([]);
    }
    batches.at(-1)?.push(part);
    room -= part.shown.length;
  }
  return batches;
}

function cut(topic: ShownTopic): ShownTopic[] {
  const count = Math.ceil(topic.shown.length / BATCH);
  return Array.from({ length: count }, (_, index) => ({
    ...topic,
    name: index === 0 ? topic.name : null,
    shown: topic.shown.slice(index * BATCH, (index + 1) * BATCH),
  }));
}
