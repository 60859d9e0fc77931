import type { Question } from "@dailyleet/core";
import { useCallback, useLayoutEffect, useState } from "react";
import { bringIntoView } from "../ui/bringIntoView.ts";

interface Opened {
  readonly question: Question;
  readonly isOpen: boolean;
  /** The filter, as `formatFilter`, of the list in which it was opened. */
  readonly filter: string;
  /**
   * Where to scroll the header when that list shows: below the top bar with the focus on it, or to the distance from the
   * window's top (px) at which it was pressed; null when that is done.
   */
  readonly place: "top" | number | null;
}

/** The one open question of the list with this filter. */
export function useOpenQuestion(filter: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const toggle = useCallback(
    (question: Question, header: Element) => {
      const place = header.getBoundingClientRect().top;
      setOpened((before) => ({
        question,
        filter,
        isOpen: before?.question !== question || !before.isOpen,
        place,
      }));
    },
    [filter],
  );
  const goTo = useCallback(
    (question: Question) => setOpened({ question, filter, isOpen: true, place: "top" }),
    [filter],
  );
  useLayoutEffect(() => {
    if (opened === null || opened.place === null || opened.filter !== filter) return;
    setOpened({ ...opened, place: null });
    if (opened.place === "top") showOpened();
    else holdOpened(opened.place);
  }, [opened, filter]);
  return {
    open: opened?.isOpen ? opened.question : null,
    /** The last opened question stays in its list, even when it no longer passes the filter. */
    held: opened?.filter === filter ? opened.question : null,
    toggle,
    goTo,
  };
}

/** Brings the open question into view, with the focus on its header. */
export function showOpened(): void {
  const header = openedHeader();
  header?.focus({ preventScroll: true });
  if (header) bringIntoView(header, "start");
}

/** Keeps the header in place when a question above it closes. */
function holdOpened(top: number): void {
  const header = openedHeader();
  if (header) scrollBy({ top: header.getBoundingClientRect().top - top, behavior: "instant" });
}

const openedHeader = () => document.querySelector<HTMLElement>(".rows [aria-expanded=true]");
