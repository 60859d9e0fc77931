import { explainStrength, SOURCE_NUMBERS, type Source, sourceName, type YearSummary } from "@dailyleet/core";
import { type Reach, streakDates, streakLength } from "../lib/streakText.ts";

interface FiguresProps {
  readonly summary: YearSummary;
  readonly reach: Reach;
  readonly sources: readonly Source[];
  readonly isRunning: boolean;
}

/** The year in figures. */
export function Figures({ summary, reach, sources, isRunning }: FiguresProps) {
  const { year, streaks, strength, fullDays, activeDays, done, bySource } = summary;
  const { current, best } = streaks;
  const since = Math.min(...Object.keys(reach.years).map(Number));
  const bestNote = [streakDates(best, year), `counted from ${since} on`].filter((part) => part !== "").join(", ");
  return (
    <>
      <dl className="figures">
        <Figure
          name={isRunning ? "Current streak" : "Streak at its end"}
          value={streakLength(current, reach)}
          note={streakDates(current, year) || "one tick begins it"}
        />
        <Figure name="Best streak" value={streakLength(best, reach)} note={bestNote} />
        <Figure name="Days with all five" value={String(fullDays)} note={`of ${activeDays} with a tick`} />
        <Figure name="Strength" value={String(Math.round(strength.score))} note="of 100" />
      </dl>
      <dl className="totals">
        {SOURCE_NUMBERS.map((source) => (
          <div key={source}>
            <dt>{sourceName(sources, source)}</dt>
            <dd>{bySource[source]}</dd>
          </div>
        ))}
        <div>
          <dt>Ticks in all</dt>
          <dd>{done}</dd>
        </div>
      </dl>
      <p className="reason">{explainStrength(strength)}</p>
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="value">{value}</dd>
      <dd>{note}</dd>
    </div>
  );
}
