import type { Question } from "@dailyleet/core";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";

interface Opened {
  readonly question: Question;
  readonly isOpen: boolean;
  /** The filter, as `formatFilter`, of the list in which it was opened. */
  readonly filter: string;
}

/** The one open question of the list that is narrowed to `filter`. */
export function useOpenQuestion(filter: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const toggle = useCallback(
    (question: Question) =>
      setOpened((before) => ({ question, filter, isOpen: before?.question !== question || !before.isOpen })),
    [filter],
  );
  const goTo = useCallback(
    (question: Question) => {
      flushSync(() => setOpened({ question, filter, isOpen: true }));
      const header = document.querySelector<HTMLElement>(".rows [aria-expanded=true]");
      header?.focus({ preventScroll: true });
      // As in calendar/scrolling.ts: Firefox and WebKit have to be asked where it is.
      header?.getBoundingClientRect();
      header?.scrollIntoView();
    },
    [filter],
  );
  return {
    open: opened?.isOpen ? opened.question : null,
    /** The question opened last stays in its list, closed or open, also when a mark takes it out of what was asked for. */
    held: opened?.filter === filter ? opened.question : null,
    toggle,
    goTo,
  };
}
