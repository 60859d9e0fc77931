import type { Question } from "@dailyleet/core";
import { memo, startTransition, useEffect, useMemo, useState } from "react";
import type { Practice } from "../practice/practice.ts";
import { QuestionRow } from "./QuestionRow.tsx";

interface RowsProps {
  readonly questions: readonly Question[];
  readonly open: Question | null;
  readonly onToggle: (question: Question) => void;
  /** Null while it is not known. */
  readonly practice: Practice | null;
}

const GROUP = 100;

/** Long lists grow group by group, so that the page never stops answering; the open question is there at once. */
export function QuestionRows({ questions, open, ...props }: RowsProps) {
  const groups = useMemo(() => groupsOf(questions), [questions]);
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < groups.length) startTransition(() => setCount(count + 1));
  }, [count, groups]);
  const opened = open ? groups.findIndex((group) => group.includes(open)) : -1;
  return groups.slice(0, Math.max(count, opened + 1)).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a sheet may be alike in everything but their place
    <Rows key={index} questions={group} open={index === opened ? open : null} {...props} />
  ));
}

const Rows = memo(function Rows({ questions, open, onToggle, practice }: RowsProps) {
  return (
    <ol className="rows">
      {questions.map((question, index) => (
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
  );
});

function groupsOf(questions: readonly Question[]): (readonly Question[])[] {
  const count = Math.ceil(questions.length / GROUP);
  return Array.from({ length: count }, (_, group) => questions.slice(group * GROUP, (group + 1) * GROUP));
}
