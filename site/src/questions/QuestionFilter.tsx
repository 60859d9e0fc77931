import { allTags, type Question } from "@dailyleet/core";
import { useLayoutEffect, useMemo, useRef } from "react";
import { $isSearchWanted } from "../app/keys.ts";
import { StateFilter } from "../practice/StateFilter.tsx";
import { useValue } from "../ui/react.tsx";
import { $filter, addTag, removeTag, setSearch } from "./filter.ts";

export function QuestionFilter({ questions }: { questions: readonly Question[] }) {
  const { search, tags } = useValue($filter);
  const known = useMemo(() => allTags(questions), [questions]);
  const choice = useRef<HTMLSelectElement>(null);
  /** The button that was pressed goes. */
  const remove = (tag: string) => {
    choice.current?.focus();
    removeTag(tag);
  };
  return (
    <search className="filter">
      <SearchBox search={search} />
      <select ref={choice} aria-label="Add a tag" value="" onChange={(event) => addTag(event.target.value)}>
        <option value="">Any tag</option>
        {known.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </select>
      <StateFilter />
      {tags.map((tag) => (
        <button type="button" key={tag} aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
          {tag} ×
        </button>
      ))}
    </search>
  );
}

function SearchBox({ search }: { search: string }) {
  const box = useRef<HTMLInputElement>(null);
  const isWanted = useValue($isSearchWanted);
  useLayoutEffect(() => {
    if (!isWanted) return;
    box.current?.focus();
    $isSearchWanted.set(false);
  }, [isWanted]);
  return (
    <input
      ref={box}
      type="search"
      aria-label="Search the questions"
      aria-keyshortcuts="/"
      placeholder="Search"
      value={search}
      onChange={(event) => setSearch(event.target.value)}
    />
  );
}
