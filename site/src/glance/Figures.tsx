import {
  counted,
  explainStrength,
  lastDayOf,
  restText,
  SOURCE_NUMBERS,
  START_STREAK,
  sourceName,
  streakTitle,
  type YearSummary,
} from "@dailyleet/core";
import type { ReactNode } from "react";
import { $config } from "../app/setup.ts";
import { $today } from "../app/today.ts";
import { $isKnown } from "../replica/connection.ts";
import { useValue } from "../ui/react.tsx";
import { bestLength, currentLength, firstYear, type Reach, streakDates, UNKNOWN } from "./streakText.ts";

/** The year in figures; none where nothing is known of it. */
export function Figures({ summary, reach }: { readonly summary: YearSummary; readonly reach: Reach }) {
  const today = useValue($today);
  const { sources, rest } = useValue($config);
  const isKnown = useValue($isKnown);
  if (today === null) return null;
  const { year, streaks, strength, fullDays, activeDays, done, bySource } = summary;
  const { current, best } = streaks;
  const isRunning = year === today.year;
  const asOf = lastDayOf(year, today);
  const figure = (value: string | number) => (isKnown ? String(value) : UNKNOWN);
  const dates = streakDates(current, year) || (isKnown && isRunning ? START_STREAK : "");
  const used = isKnown && isRunning ? restText(rest, streaks.restUsed, asOf) : "";
  const since = `best since ${firstYear(reach, year)}`;
  return (
    <>
      <dl className="figures">
        <Figure
          name={streakTitle(isRunning)}
          value={figure(currentLength(current, reach, asOf, rest))}
          note={[dates, used].filter(Boolean).join("; ")}
        />
        <Figure
          name="Best streak"
          value={figure(bestLength(best, reach))}
          note={best.first ? `${streakDates(best, year)}, ${since}` : ""}
        />
        <Figure
          name="Days with all five"
          value={figure(fullDays)}
          note={`of ${isKnown ? counted(activeDays, "active day") : UNKNOWN}`}
        />
        <Figure name="Strength" value={figure(Math.round(strength.score))} note="out of 100">
          <button type="button" className="why" popoverTarget="strength" aria-label="What strength is">
            ?
          </button>
        </Figure>
      </dl>
      <dl className="totals">
        {SOURCE_NUMBERS.map((source) => (
          <div key={source}>
            <dt>{sourceName(sources, source)}</dt>
            <dd>{figure(bySource[source])}</dd>
          </div>
        ))}
        <div>
          <dt>Total ticks</dt>
          <dd>{figure(done)}</dd>
        </div>
      </dl>
      <p id="strength" className="sheet" popover="auto">
        {isKnown ? explainStrength(strength) : UNKNOWN}
      </p>
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly children?: ReactNode;
}

function Figure({ name, value, note, children }: FigureProps) {
  return (
    <div>
      <dt>
        {name}
        {children}
      </dt>
      <dd className="value">{value}</dd>
      <dd>{note}</dd>
    </div>
  );
}
