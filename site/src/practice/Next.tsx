import type { Question } from "@dailyleet/core";
import type { Practice } from "./practice.ts";
import { nothingLeft, shortText } from "./wording.ts";

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
  const { next, today, nextDue } = practice;
  if (next === null) return practice.summary.total > 0 && <p>{nothingLeft(nextDue, today)}</p>;
  return (
    <button type="button" className="primary" onClick={() => onOpen(next.question)}>
      <span>
        Next: <bdi>{next.question.name}</bdi>
      </span>{" "}
      <small>{shortText(next.progress, today)}</small>
    </button>
  );
}
