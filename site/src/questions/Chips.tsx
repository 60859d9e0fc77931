import type { MouseEvent } from "react";
import { $filter, changeFilter, LIST_STATES, type ListState, toggleTag } from "../list/filter.ts";
import type { Practice } from "../practice/practice.ts";
import { Sign } from "../practice/Signs.tsx";
import { useSelected, useValue } from "../ui/react.tsx";

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
    <div className="chips cluster">
      <button type="button" aria-pressed={state === null} onClick={() => changeFilter({ state: null })}>
        <span>All </span>
        <b>{practice && total}</b>
      </button>
      {counts.map(([each, count]) => (
        <button key={each} type="button" aria-pressed={state === each} onClick={() => changeFilter({ state: each })}>
          <Sign state={LIST_STATES[each].sign} />
          <span>{`${LIST_STATES[each].name} `}</span>
          <b>{practice && count}</b>
        </button>
      ))}
    </div>
  );
}

/** Adds a tag to the filter, or removes it. The list then shows from its beginning. */
export function TagButton({ tag }: { tag: string }) {
  const isChosen = useSelected($filter, ({ tags }) => tags.includes(tag));
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest("main")?.focus({ preventScroll: true });
    toggleTag(tag);
  };
  return (
    <button type="button" className="tag" aria-pressed={isChosen} onClick={press}>
      <bdi>{tag}</bdi>
    </button>
  );
}
