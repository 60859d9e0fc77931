import { type PracticeSummary, practisedText } from "@dailyleet/core";
import type { Practice } from "../practice/practice.ts";
import { Sign } from "../practice/Signs.tsx";
import { Forecast } from "../practice/Today.tsx";
import { type QuestionState, STATE_NAMES } from "../practice/wording.ts";
import { TagButton } from "./Chips.tsx";

/** The next days, and the progress by difficulty and tag, with a legend of the signs. */
export function ListProgress({ practice }: { practice: Practice | null }) {
  if (practice === null) return null;
  return (
    <>
      <section className="box" aria-labelledby="forecast">
        <h3 id="forecast">Next 14 days</h3>
        <Forecast practice={practice} />
      </section>
      <section className="box progress" aria-labelledby="progress">
        <h3 id="progress">Progress</h3>
        <p>{practisedText(practice.summary)}</p>
        <ProgressList counts={practice.difficulties} />
        <details>
          <summary>Progress by tag</summary>
          <p className="signs cluster">
            {(Object.keys(STATE_NAMES) as QuestionState[]).map((state) => (
              <span key={state}>
                <Sign state={state} />
                <span>{` ${STATE_NAMES[state]}`}</span>
              </span>
            ))}
          </p>
          <ProgressList counts={practice.tags} isTags />
        </details>
      </section>
    </>
  );
}

function ProgressList({ counts, isTags = false }: { counts: PracticeSummary["tags"]; isTags?: boolean }) {
  return (
    <ul>
      {counts.map(({ tag, total, practised, known }) => (
        <li key={tag}>
          {isTags ? <TagButton tag={tag} /> : <span>{tag}</span>}
          <progress max={total} value={practised} aria-label={tag} />
          <span>{`${practised} of ${total}${known > 0 ? ` · ${known} known` : ""}`}</span>
        </li>
      ))}
    </ul>
  );
}
