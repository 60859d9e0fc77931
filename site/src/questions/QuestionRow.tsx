import { type Question, webLink } from "@dailyleet/core";
import { memo, useId } from "react";

interface QuestionRowProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (question: Question) => void;
}

/** Texts come from a sheet that anybody may have written: shown as text only, linked only after `webLink`. */
export const QuestionRow = memo(function QuestionRow({ question, isOpen, onToggle }: QuestionRowProps) {
  const id = useId();
  return (
    <li>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => onToggle(question)}>
          <span>
            <bdi>{question.name}</bdi> - <bdi>{question.link}</bdi>
          </span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Details question={question} />}
      </div>
    </li>
  );
});

function Details({ question }: { question: Question }) {
  const { tags, text, link, solution, takeaways, analysis } = question;
  return (
    <div className="details">
      <h4>Tags</h4>
      <p className="tags">{tags.join(", ")}</p>
      <p>{text}</p>
      <p className="links">
        <SheetLink address={link} label="View Question" />
        <SheetLink address={solution} label="View Solution" />
      </p>
      <h4>Takeaways</h4>
      <p>{takeaways}</p>
      <h4>Analysis + Comments</h4>
      <p>{analysis}</p>
    </div>
  );
}

function SheetLink({ address, label }: { address: string; label: string }) {
  if (address.trim() === "") return null;
  const link = webLink(address);
  return (
    <span>
      {link ? (
        <a href={link.href} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ) : (
        label
      )}{" "}
      <bdi className="host">{link ? link.host : address}</bdi>
    </span>
  );
}
