import type { Difficulty as Level } from "@dailyleet/core";
import type { MouseEvent } from "react";
import { $filter, changeFilter, toggleTag } from "../questions/filter.ts";
import { useSelected, useValue } from "../ui/react.tsx";
import type { Practice } from "./practice.ts";
import { type CardState, LIST_STATES, type ListState } from "./wording.ts";

/** Narrows the list by the person's progress: to one state at a time, each with its number of questions. */
export function StateFilter({ practice }: { practice: Practice | null }) {
  const { state } = useValue($filter);
  const { total, practised, due } = practice?.summary ?? { total: 0, practised: 0, due: 0 };
  const counts: readonly [ListState, number][] = [
    ["due", due],
    ["new", total - practised],
    ["practised", practised],
  ];
  return (
    <div className="chips">
      <button type="button" aria-pressed={state === null} onClick={() => changeFilter({ state: null })}>
        <span>All </span>
        <b>{practice && total}</b>
      </button>
      {counts.map(([own, count]) => (
        <button key={own} type="button" aria-pressed={state === own} onClick={() => changeFilter({ state: own })}>
          <Sign cardState={LIST_STATES[own].sign} />
          <span>{`${LIST_STATES[own].name} `}</span>
          <b>{practice && count}</b>
        </button>
      ))}
    </div>
  );
}

/** A shape for each state of a question, distinct without colour, beside a text that names it; a tick for what is done. */
export function Sign({ cardState }: { cardState: CardState | "done" }) {
  return <span className="sign" data-state={cardState} aria-hidden="true" />;
}

/** One bar, two or three, and the word. */
export function Difficulty({ of, id }: { of: Level; id?: string }) {
  return (
    <span id={id} className="difficulty" data-difficulty={of}>
      {of}
    </span>
  );
}

/** Adds a tag to the filter, or removes it. The list then shows from its beginning. */
export function TagButton({ tag }: { tag: string }) {
  const isChosen = useSelected($filter, ({ tags }) => tags.includes(tag));
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const view = currentTarget.closest("main");
    view?.focus({ preventScroll: true });
    view?.scrollIntoView();
    toggleTag(tag);
  };
  return (
    <button type="button" className="tag" aria-pressed={isChosen} onClick={press}>
      <bdi>{tag}</bdi>
    </button>
  );
}
