import { SOURCE_NUMBERS } from "@dailyleet/core";
import type { CSSProperties, ReactNode } from "react";
import { lazyPart } from "../ui/react.tsx";
import { idle } from "../ui/wait.ts";

/** The day says all that matters without these. */
const nothing = { default: () => null };
const TodayNotes = lazyPart(() => idle().then(() => import("./TodayNotes.tsx").catch(() => nothing)), null);
const LastWeeks = lazyPart(() => idle().then(() => import("./LastWeeks.tsx").catch(() => nothing)), null);

interface TodayCardProps {
  readonly heading: string;
  readonly weekday: string | undefined;
  /** How many of the sources are done. */
  readonly done: number;
  /** The five sources. */
  readonly children: ReactNode;
}

/** How much of today is done, how it stands with what goes on from day to day, its sources, and the weeks before it. */
export function TodayCard({ heading, weekday, done, children }: TodayCardProps) {
  const all = SOURCE_NUMBERS.length;
  return (
    <>
      <header>
        <p>Today, {weekday}</p>
        <h3>{heading}</h3>
        <span
          className="ring"
          role="img"
          aria-label={`${done} of ${all} done`}
          style={{ "--count": done } as CSSProperties}
        >
          {done}/{all}
        </span>
      </header>
      <div>
        <div className="notes">
          <TodayNotes />
        </div>
        <ol>{children}</ol>
        <LastWeeks />
      </div>
    </>
  );
}
