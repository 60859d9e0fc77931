import { type Difficulty, difficultyOf, type Question, webLink } from "@dailyleet/core";
import { memo, useId } from "react";
import { Sign } from "../practice/StateFilter.tsx";
import type { CardState } from "../practice/wording.ts";
import { QuestionDetails } from "./QuestionDetails.tsx";

interface QuestionRowProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (question: Question, header: Element) => void;
  /** Null while it is not known, and for a question that cannot have marks. */
  readonly standing: CardState | null;
}

export const QuestionRow = memo(function QuestionRow({ question, isOpen, onToggle, standing }: QuestionRowProps) {
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
      {difficulty && <Level id={level} difficulty={difficulty} />}
      <div id={id} hidden={!isOpen}>
        {isOpen && <QuestionDetails question={question} />}
      </div>
    </li>
  );
});

/** Its text is 'NAME - LINK'. Seen is the site's name in place of the address, drawn by the style sheet. */
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

/** One bar, two or three, and the word. */
function Level({ id, difficulty }: { id: string; difficulty: Difficulty }) {
  return (
    <span id={id} className="difficulty" data-difficulty={difficulty}>
      {difficulty}
    </span>
  );
}
