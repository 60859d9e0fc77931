import { type Question, webLink } from "@dailyleet/core";
import { Fragment } from "react";
import { TagButton } from "../practice/Chips.tsx";
import { MarkPanel } from "../practice/MarkPanel.tsx";

/** Texts come from a sheet that anybody may have written: shown as text, linked only after `webLink`. Empty ones are left out. */
export function QuestionDetails({ question }: { question: Question }) {
  const { tags, text, link, solution, takeaways, analysis } = question;
  return (
    <div className="details">
      <h4>Tags</h4>
      <Tags tags={[...new Set(tags)]} />
      {text.trim() !== "" && <p>{text}</p>}
      <p className="links">
        <SheetLink address={link} label="View Question" />
        <SheetLink address={solution} label="View Solution" />
      </p>
      <MarkPanel question={question} />
      <Answer title="Takeaways" text={takeaways} />
      <Answer title="Analysis + Comments" text={analysis} />
    </div>
  );
}

function Answer({ title, text }: { title: string; text: string }) {
  return (
    text.trim() !== "" && (
      <>
        <h4>{title}</h4>
        <p>{text}</p>
      </>
    )
  );
}

/** Visually apart; screen readers and copied text get commas. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <p className="tags">
      {tags.map((tag, index) => (
        <Fragment key={tag}>
          {index > 0 && <span className="unseen">, </span>}
          <TagButton tag={tag} />
        </Fragment>
      ))}
    </p>
  );
}

export function SheetLink({ address, label }: { address: string; label: string }) {
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
