import type { Question } from "@dailyleet/core";
import { memo, useId } from "react";
import { Sign } from "../practice/Sign.tsx";
import type { Standing } from "../practice/wording.ts";
import { QuestionDetails } from "./QuestionDetails.tsx";

interface QuestionRowProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (question: Question) => void;
  /** Null while it is not known, and for a question that cannot have marks. */
  readonly standing: Standing | null;
}

export const QuestionRow = memo(function QuestionRow({ question, isOpen, onToggle, standing }: QuestionRowProps) {
  const id = useId();
  const sign = `${id}sign`;
  return (
    <li>
      {standing && <Sign id={sign} standing={standing} />}
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={standing ? sign : undefined}
          onClick={() => onToggle(question)}
        >
          <span>
            <bdi>{question.name}</bdi> - <bdi>{question.link}</bdi>
          </span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <QuestionDetails question={question} />}
      </div>
    </li>
  );
});
