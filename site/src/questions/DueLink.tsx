import { counted, type DayNumber, dayOfYear, interviewText, readDate } from "@dailyleet/core";
import { useDeferredValue, useLayoutEffect } from "react";
import { usePractice } from "../practice/practice.ts";
import { prefetchStyles } from "../ui/prefetch.ts";
import { useValue } from "../ui/react.tsx";
import { $year } from "../view/today.ts";
import styles from "./screen.css?url";

prefetchStyles(styles);

/** Not in the page's own style sheet, because the first view needs none of it. */
export function QuestionStyles() {
  return <link rel="stylesheet" href={styles} precedence="default" />;
}

/** A link into practice, which says how many questions are due or what the plan asks for. */
export default function DueLink() {
  // Deferred, because a style sheet comes with the link: no tick's render waits until it has loaded.
  const practice = useDeferredValue(usePractice());
  useMarkedDay(practice?.study?.until ?? null);
  if (practice === null) return null;
  const { due } = practice.summary;
  const text = interviewText(practice.study, due, practice.today) ?? (due > 0 && `${counted(due, "question")} due`);
  return (
    text && (
      <span>
        <QuestionStyles />
        <a className="due" href="#practise" data-plan={practice.study !== null || undefined}>
          {text}
        </a>
      </span>
    )
  );
}

/** Marks the day of the interview in the calendar by a style sheet: `Day` knows nothing of plans. */
function useMarkedDay(until: string | null): void {
  const year = useValue($year);
  useLayoutEffect(() => {
    const date = until === null ? null : readDate(until);
    if (date === null || date.year !== year) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(markOf(dayOfYear(date)));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [until, year]);
}

/** 'Interview' takes the weekday's place. */
const markOf = (day: DayNumber) => `
  #day-${day}:not(.today) { outline: 1px solid var(--accent); outline-offset: 2px; border-radius: var(--radius) }
  #day-${day} > h3::after { content: "Interview"; inline-size: auto; color: var(--accent); font-weight: 600 }
  @media (min-width: 68rem) { #day-${day} > h3::after { display: inline; margin-inline-start: 0.5rem } }
`;
