import type { MouseEvent } from "react";
import { $filter, addTag, chooseState, removeTag } from "../questions/filter.ts";
import { useValue } from "../ui/react.tsx";
import { type CardState, LIST_STATES, type ListState, STANDING_NAMES, STATE_NAMES } from "./wording.ts";

const SIGNS: Readonly<Record<ListState, CardState>> = { due: "due", new: "new", practised: "learning" };

/** Narrows the list by where the person stands: to one state at a time. */
export function StateFilter() {
  const { state } = useValue($filter);
  return (
    <div className="chips">
      {LIST_STATES.map((own) => {
        const isChosen = state === own;
        return (
          <button key={own} type="button" aria-pressed={isChosen} onClick={() => chooseState(isChosen ? null : own)}>
            <PlainSign standing={SIGNS[own]} /> {STATE_NAMES[own]}
          </button>
        );
      })}
    </div>
  );
}

/** A shape for where the person stands with a question: each is told from the others without colour. */
export function Sign({ standing, id }: { standing: CardState; id?: string }) {
  return <span id={id} className="sign" data-standing={standing} role="img" aria-label={STANDING_NAMES[standing]} />;
}

/** The same beside a text that says it already; for what was planned for today and is done, a tick. */
export function PlainSign({ standing }: { standing: CardState | "done" }) {
  return <span className="sign" data-standing={standing} aria-hidden="true" />;
}

/** Narrows the list to the questions with this tag, or no longer. The list that follows is shown from its beginning. */
export function TagButton({ tag }: { tag: string }) {
  const isChosen = useValue($filter).tags.includes(tag);
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const view = currentTarget.closest("main");
    view?.focus({ preventScroll: true });
    view?.scrollIntoView();
    if (isChosen) removeTag(tag);
    else addTag(tag);
  };
  return (
    <button type="button" className="tag" aria-pressed={isChosen} onClick={press}>
      <bdi>{tag}</bdi>
    </button>
  );
}
