import type { Question } from "@dailyleet/core";
import type { Practice } from "./practice.ts";
import { PlainSign } from "./Sign.tsx";
import { NOT_KNOWN, shortText, standingOf } from "./wording.ts";

interface TodayProps {
  /** Null while it is not known: its place is kept. */
  readonly practice: Practice | null;
  readonly onOpen: (question: Question) => void;
}

/** What to practise today; each leads to its row in the list. */
export function Today({ practice, onOpen }: TodayProps) {
  if (practice?.suggested.length === 0) return null;
  return (
    <section className="suggestion" aria-labelledby="suggestion">
      <h3 id="suggestion">Today</h3>
      {practice ? <Suggested practice={practice} onOpen={onOpen} /> : <p className="unknown">{NOT_KNOWN}</p>}
    </section>
  );
}

function Suggested({ practice, onOpen }: TodayProps & { practice: Practice }) {
  return (
    <ol>
      {practice.suggested.map(({ key, question, progress }) => (
        <li key={key}>
          <button type="button" onClick={() => onOpen(question)}>
            <PlainSign standing={standingOf(progress)} />
            <bdi>{question.name}</bdi> <small>{shortText(progress, practice.today)}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}
