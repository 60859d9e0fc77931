import type { PracticeSummary } from "@dailyleet/core";
import type { Practice } from "../practice/practice.ts";
import { Sign } from "../practice/Signs.tsx";
import { Forecast } from "../practice/Today.tsx";
import { type QuestionState, STATE_NAMES } from "../practice/wording.ts";
import { TagButton } from "./Chips.tsx";

/** Progress by difficulty and tag, with a legend of the signs, and the next days; empty while not known. */
export function Progress({ practice }: { practice: Practice | null }) {
  return (
    <div className="extras">
      <details className="progress">
        <summary>Progress by tag</summary>
        <p className="signs">
          {(Object.keys(STATE_NAMES) as QuestionState[]).map((state) => (
            <span key={state}>
              <Sign state={state} />
              <span>{` ${STATE_NAMES[state]}`}</span>
            </span>
          ))}
        </p>
        {practice && <ProgressList counts={practice.difficulties} />}
        {practice && <ProgressList counts={practice.tags} isTags />}
      </details>
      <details className="progress">
        <summary>Next 14 days</summary>
        {practice && <Forecast practice={practice} />}
      </details>
    </div>
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
