import type { Question } from "@dailyleet/core";
import { useCallback, useLayoutEffect, useState } from "react";
import { bringIntoView } from "../ui/bringIntoView.ts";
import { clearFilter } from "./filter.ts";
import { formatFilter, NO_FILTER } from "./filterHash.ts";

interface Opened {
  readonly question: Question;
  readonly isOpen: boolean;
  /** The filter, as `formatFilter`, of the list in which it was opened. */
  readonly filter: string;
  /** The focus is to go there as soon as that list shows. */
  readonly isWanted: boolean;
}

/** The one open question of the list that is narrowed to `filter`. */
export function useOpenQuestion(filter: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const toggle = useCallback(
    (question: Question) =>
      setOpened((before) => ({
        question,
        filter,
        isOpen: before?.question !== question || !before.isOpen,
        isWanted: false,
      })),
    [filter],
  );
  /** In the whole list, because what is asked for may have narrowed it to others. */
  const goTo = useCallback((question: Question) => {
    setOpened({ question, filter: formatFilter(NO_FILTER), isOpen: true, isWanted: true });
    clearFilter();
  }, []);
  useLayoutEffect(() => {
    if (!opened?.isWanted || opened.filter !== filter) return;
    setOpened({ ...opened, isWanted: false });
    showOpened();
  }, [opened, filter]);
  return {
    open: opened?.isOpen ? opened.question : null,
    /** The question opened last stays in its list, closed or open, also when a mark takes it out of what was asked for. */
    held: opened?.filter === filter ? opened.question : null,
    toggle,
    goTo,
  };
}

function showOpened(): void {
  const header = document.querySelector<HTMLElement>(".rows [aria-expanded=true]");
  header?.focus({ preventScroll: true });
  if (header) bringIntoView(header, "start");
}
