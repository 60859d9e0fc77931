import type { Question } from "@dailyleet/core";
import { type CSSProperties, memo, startTransition, useEffect, useId, useMemo, useState } from "react";
import type { Practice } from "../practice/practice.ts";
import { QuestionRow } from "./QuestionRow.tsx";
import { batchesOf, type ShownTopic } from "./topics.ts";

interface RowsProps {
  readonly topics: readonly ShownTopic[];
  readonly open: Question | null;
  readonly onToggle: (question: Question, header: Element) => void;
  /** Null while it is not known. */
  readonly practice: Practice | null;
}

/** Long lists grow batch by batch, so that the page never stops answering; the open question is there at once. */
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
