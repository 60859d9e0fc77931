import {
  type CivilDate,
  type DayNumber,
  describeDay,
  heatmap,
  NO_TICKS,
  SOURCE_NUMBERS,
  type Source,
  type Ticks,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { HeatmapGrid, REST_SIGN } from "./HeatmapGrid.tsx";
import { placeOf, showTabStop } from "./moveInYear.ts";

interface HeatmapProps {
  readonly year: number;
  readonly ticks: Ticks;
  /** The keys of the rest days. */
  readonly rested: ReadonlySet<DayNumber>;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
}

/** A year as weekdays × weeks. Another year or another today is another heatmap: give it another key. */
export function Heatmap({ year, ticks, rested, today, sources }: HeatmapProps) {
  const map = useMemo(() => heatmap(year, NO_TICKS), [year]);
  const rows = useMemo(() => WEEKDAY_NAMES.map((_, row) => map.weeks.map((week) => week[row] ?? null)), [map]);
  const days = useMemo(() => rows.flat().filter((day) => day !== null), [rows]);
  /** The one cell that Tab reaches, and the one under the pointer, as places in `days`. */
  const [stop, setStop] = useState(() => Math.max(0, placeOf(days, today)));
  const [pointed, setPointed] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const described = days[pointed ?? stop];

  // In the frame that shows it, and when a phone is turned: asking for its measures sooner would lay it out twice.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const observer = new ResizeObserver(() => showTabStop(box));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={frame} className="heatmap">
        <HeatmapGrid
          map={map}
          rows={rows}
          days={days}
          stop={days[stop]}
          ticks={ticks}
          rested={rested}
          today={today}
          sources={sources}
          onReach={setStop}
          onPoint={setPointed}
        />
      </div>
      <div className="heatmap-foot">
        <p aria-hidden="true">{described && describeDay(described.date, ticks, sources, rested.has(described.day))}</p>
        <HeatmapLegend hasRest={rested.size > 0} />
      </div>
    </>
  );
}

/** Which tone of the heatmap stands for how many sources done, and the sign of a rest day where there is one. */
export function HeatmapLegend({ hasRest }: { hasRest: boolean }) {
  return (
    <p className="legend">
      {hasRest && (
        <>
          Rest day <span data-level={REST_SIGN}>{REST_SIGN}</span>{" "}
        </>
      )}
      Less
      {[0, ...SOURCE_NUMBERS].map((level) => (
        <span key={level} data-level={level}>
          {level}
        </span>
      ))}{" "}
      More
    </p>
  );
}
