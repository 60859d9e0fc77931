import type { Question } from "@dailyleet/core";
import { useCallback, useLayoutEffect, useState } from "react";
import { openedHeader, showOpened } from "../practice/MarkPanel.tsx";

interface Opened {
  readonly question: Question;
  readonly isOpen: boolean;
  /** The filter, as `formatFilter`, of the list in which it was opened. */
  readonly filter: string;
  /**
   * Where the question's header goes when its list shows: below the top bar, with the focus, or to the distance from
   * the window's top (px) at which the person pressed it. Null once the header is there.
   */
  readonly place: "top" | number | null;
}

/** The one open question of the list with this filter. */
export function useOpenQuestion(filter: string) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const toggle = useCallback(
    (question: Question, header: Element) => {
      const place = header.getBoundingClientRect().top;
      setOpened((before) => ({ question, filter, isOpen: before?.question !== question || !before.isOpen, place }));
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
    // A question above may have closed. The pressed header keeps its place in the window.
    else
      scrollBy({
        top: (openedHeader()?.getBoundingClientRect().top ?? opened.place) - opened.place,
        behavior: "instant",
      });
  }, [opened, filter]);
  // The last opened question stays in its list, even when it no longer passes the filter.
  const held = opened?.filter === filter ? opened.question : null;
  return { open: opened?.isOpen ? opened.question : null, held, toggle, goTo };
}

/** Opens the row in which the browser's search finds a text. Returns a function that ends this. */
export function openFoundRow(): () => void {
  const open = ({ target }: Event) =>
    (target as Element).closest(".rows > li")?.querySelector<HTMLElement>("h3 [aria-expanded=false]")?.click();
  document.addEventListener("beforematch", open);
  return () => document.removeEventListener("beforematch", open);
}
