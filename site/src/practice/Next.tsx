import type { Question } from "@dailyleet/core";
import type { Practice } from "./practice.ts";
import { ALL_CAUGHT_UP, dueText, nextDueText } from "./wording.ts";

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
  const { next } = practice;
  if (next === null) {
    return (
      practice.summary.total > 0 && (
        <p>
          {ALL_CAUGHT_UP}. {nextDueText(practice)}
        </p>
      )
    );
  }
  return (
    <button type="button" className="primary" onClick={() => onOpen(next.question)}>
      <span>
        Next: <bdi>{next.question.name}</bdi>
      </span>{" "}
      <small>{dueText(next.progress)}</small>
    </button>
  );
}
