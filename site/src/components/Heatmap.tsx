import {
  type HeatmapDay,
  type Heatmap as HeatmapOf,
  heatmap,
  MONTH_NAMES,
  NO_TICKS,
  WEEK_START,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { HeatmapLegend } from "./HeatmapLegend.tsx";
import { followMoves, startAt, tabStop } from "./heatmapMoves.ts";
import { cellsOf, type MapPicture, paintHeatmap } from "./paintHeatmap.ts";

interface HeatmapProps extends MapPicture {
  readonly year: number;
}

/** A year as weekdays × weeks. Its cells are made once for a year and then painted over, not rendered. */
export function Heatmap({ year, ticks, today, sources }: HeatmapProps) {
  const map = useMemo(() => heatmap(year, NO_TICKS, WEEK_START), [year]);
  const days = useMemo(() => WEEKDAY_NAMES.flatMap((_, row) => rowOf(map, row).filter((day) => day !== null)), [map]);
  const frame = useRef<HTMLDivElement>(null);
  const caption = useRef<HTMLParagraphElement>(null);
  const painted = useRef<MapPicture | null>(null);

  useLayoutEffect(() => {
    painted.current = null;
    if (frame.current) return followMoves(frame.current, days, (label) => caption.current?.replaceChildren(label));
  }, [days]);
  useLayoutEffect(() => {
    if (frame.current) startAt(frame.current, days, today);
  }, [days, today]);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const picture = { ticks, today, sources };
    paintHeatmap(cellsOf(frame.current), days, painted.current, picture);
    painted.current = picture;
    caption.current?.replaceChildren(tabStop(frame.current)?.ariaLabel ?? "");
  }, [days, ticks, today, sources]);

  return (
    <>
      <div ref={frame} className="heatmap">
        <Grid key={year} map={map} />
      </div>
      <div className="heatmap-foot">
        <p ref={caption} aria-hidden="true" />
        <HeatmapLegend />
      </div>
    </>
  );
}

function rowOf({ weeks }: HeatmapOf, row: number): (HeatmapDay | null)[] {
  return weeks.map((week) => week[row] ?? null);
}

const Grid = memo(function Grid({ map }: { map: HeatmapOf }) {
  const { year, weeks, months } = map;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid may be a table, by ARIA in HTML
    <table role="grid" aria-label={`${year} at a glance; Enter goes to the day`}>
      <thead>
        <tr>
          <td />
          {months.map(({ month, column }, index) => (
            <th key={month} scope="colgroup" colSpan={(months[index + 1]?.column ?? weeks.length) - column}>
              {MONTH_NAMES[month - 1]?.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAY_NAMES.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name.slice(0, 3)}</th>
            {rowOf(map, row).map((day, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={column} className={day ? "cell" : undefined} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
