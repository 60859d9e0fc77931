import { SOURCE_NUMBERS } from "@dailyleet/core";
import { type CSSProperties, useState } from "react";
import { lazyPart } from "../ui/react.tsx";
import { idle } from "../ui/wait.ts";

/** The day says all that matters without these. */
const nothing = { default: () => null };
const TodayNotes = lazyPart(() => idle().then(() => import("./TodayNotes.tsx").catch(() => nothing)), null);

interface TodayHeaderProps {
  readonly heading: string;
  readonly weekday: string | undefined;
  /** How many of the sources are done. */
  readonly done: number;
}

/** How much of today is done, which day it is, and how it stands with what goes on from day to day. */
export function TodayHeader({ heading, weekday, done }: TodayHeaderProps) {
  const all = SOURCE_NUMBERS.length;
  return (
    <header className={useIsJustWhole(done) ? "just-whole" : undefined}>
      <span
        className="ring"
        role="img"
        aria-label={`${done} of ${all} done`}
        style={{ "--count": done } as CSSProperties}
      >
        {done}/{all}
      </span>
      <div>
        <h3>{heading}</h3>
        <p>
          <span>Today, {weekday}</span>
          <TodayNotes />
        </p>
      </div>
    </header>
  );
}

/** Whether the last of the five was ticked while somebody looked, not before. */
function useIsJustWhole(done: number): boolean {
  const [before, setBefore] = useState(done);
  const [isJustWhole, setIsJustWhole] = useState(false);
  if (done !== before) {
    setBefore(done);
    setIsJustWhole(done === SOURCE_NUMBERS.length && before === done - 1);
  }
  return isJustWhole;
}
