import type { MouseEvent } from "react";
import { useValue } from "../ui/useValue.ts";
import { $filter, addTag, removeTag } from "./filter.ts";

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
