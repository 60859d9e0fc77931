import { DEFAULT_SOURCES, lastDayOf, missingYear, yearSummary } from "@dailyleet/core";
import { useEffect, useMemo } from "react";
import { $learnt, knownYears, loadYear } from "../stores/earlierYears.ts";
import { $settled } from "../stores/settled.ts";
import { $look } from "../stores/setup.ts";
import { $isKnown } from "../stores/ticks.ts";
import { $today } from "../stores/today.ts";
import { Figures } from "./Figures.tsx";
import { Heatmap } from "./Heatmap.tsx";
import { MonthTable } from "./MonthTable.tsx";
import { useValue } from "./useValue.ts";
import { YearActions } from "./YearActions.tsx";

/** The shown year at a glance. */
export default function Glance() {
  const { year, ticks } = useValue($settled);
  const today = useValue($today);
  const sources = useValue($look).sources ?? DEFAULT_SOURCES;
  const reach = useReach();
  if (year === null || today === null) return null;
  return (
    <section className="glance" aria-labelledby="glance">
      <h2 id="glance">{year} at a glance</h2>
      <Heatmap year={year} ticks={ticks} today={today} sources={sources} />
      <Figures
        summary={yearSummary(reach.years, year, today)}
        reach={reach}
        sources={sources}
        isRunning={year === today.year}
      />
      <MonthTable ticks={ticks} sources={sources} />
      <YearActions />
    </section>
  );
}

/** The years that the figures go by; one that they lack is read, once. */
function useReach() {
  const { year, ticks } = useValue($settled);
  const today = useValue($today);
  const learnt = useValue($learnt);
  const isKnown = useValue($isKnown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another year has become known
  const years = useMemo(() => knownYears(year ?? 0, ticks), [year, ticks, learnt]);
  const missing = today && year !== null ? missingYear(years, lastDayOf(year, today)) : null;
  useEffect(() => {
    if (isKnown && missing !== null) loadYear(missing).catch(() => {});
  }, [isKnown, missing]);
  return { years, missing };
}
