import { TagButton } from "../questions/QuestionDetails.tsx";
import type { Practice } from "./practice.ts";
import { PlainSign } from "./StateFilter.tsx";
import { type CardState, STANDING_NAMES } from "./wording.ts";

/** How far the person is with each tag, and what the signs of the list mean. */
export function TagProgress({ practice }: { practice: Practice }) {
  return (
    <details className="progress">
      <summary>Progress by tag</summary>
      <p className="signs">
        {(Object.keys(STANDING_NAMES) as CardState[]).map((standing) => (
          <span key={standing}>
            <PlainSign standing={standing} /> {STANDING_NAMES[standing]}
          </span>
        ))}
      </p>
      <ul>
        {practice.summary.tags.map(({ tag, total, practised, known }) => (
          <li key={tag}>
            <TagButton tag={tag} />
            <progress max={total} value={practised} aria-label={tag} />
            <span>
              {practised} of {total}
              {known > 0 && ` · ${known} known`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
