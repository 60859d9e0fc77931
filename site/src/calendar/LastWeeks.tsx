import {
  type CivilDate,
  describeDay,
  formatDate,
  type HeatmapDay,
  heatmap,
  isSameDate,
  lastDayOf,
  NO_TICKS,
  type Rest,
  streaks,
  type TicksByYear,
} from "@dailyleet/core";
import { Fragment, useDeferredValue } from "react";
import { AccountForm, judgesOf } from "../judges/AccountForm.tsx";
import { useIsNew, useReach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $dialog } from "../view/status.ts";
import { $today } from "../view/today.ts";
import { FIRST_WEEKDAY, weekColumn } from "../view/weeks.ts";
import styles from "./notes.css?url";

const WEEKS = 20;
const STEP = 14;
const SIDE = 12;
/** Room for the edge of today's cell. */
const EDGE = 2;

/**
 * Below today's ticks: the last weeks. In local mode, a new person without accounts finds two ways to bring ticks.
 * Deferred: React holds back a render until its style sheets have loaded, and a tick's render must not wait for them.
 */
export default function BelowTicks() {
  const today = useValue($today);
  const { local, accounts } = useValue($config);
  const isNew = useIsNew(today?.year ?? 0);
  const hasWeeks = !local || accounts !== undefined || isNew === false;
  const shown = useDeferredValue(hasWeeks ? "weeks" : isNew && "first minute");
  if (today === null) return null;
  return shown === "weeks" ? <LastWeeks today={today} /> : shown && <FirstMinute />;
}

function FirstMinute() {
  const { sources } = useValue($config);
  const [judge] = judgesOf(sources);
  return (
    <figure>
      <link rel="stylesheet" href={styles} precedence="default" />
      {judge && <AccountForm judges={[judge]} onNamed={() => $dialog.set("sites")} />}
      <button type="button" className="plain" aria-haspopup="dialog" onClick={() => $dialog.set("data")}>
        Bring your ticks along
      </button>
    </figure>
  );
}

function LastWeeks({ today }: { today: CivilDate }) {
  const { sources, rest } = useValue($config);
  const { years } = useReach();
  const length = (WEEKS - 1) * 7 + weekColumn(today) + 1;
  const days = daysUpTo(today, length, years, rest);
  const practised = days.filter(({ level }) => level > 0).length;
  return (
    <figure>
      <link rel="stylesheet" href={styles} precedence="default" />
      <svg
        role="img"
        aria-label={`The last ${WEEKS} weeks: practised on ${practised} of ${length} days`}
        viewBox={`${-EDGE} ${-EDGE} ${WEEKS * STEP + EDGE} ${7 * STEP + EDGE}`}
        preserveAspectRatio="xMaxYMin slice"
      >
        {days.map((day, index) => {
          const { date, level, isRest } = day;
          const [x, y] = [Math.floor(index / 7) * STEP, (index % 7) * STEP];
          return (
            <Fragment key={formatDate(date)}>
              <rect
                x={x}
                y={y}
                width={SIDE}
                height={SIDE}
                rx="3"
                fill={`var(--level-${level})`}
                stroke={index === length - 1 ? "var(--ink)" : undefined}
                strokeWidth={EDGE}
              >
                <title>{describeDay(day, years[date.year] ?? NO_TICKS, sources, today)}</title>
              </rect>
              {isRest && <path d={`M${x + 3} ${y + SIDE / 2}h6`} stroke="var(--ink)" />}
            </Fragment>
          );
        })}
      </svg>
      <figcaption>
        <span>The last weeks </span>
        <a href="#glance">The whole year&nbsp;↑</a>
      </figcaption>
    </figure>
  );
}

function daysUpTo(today: CivilDate, length: number, years: TicksByYear, rest: Rest | undefined): HeatmapDay[] {
  const days = [today.year - 1, today.year].flatMap((year) => {
    const { rested } = streaks(years, lastDayOf(year, today), rest, year < today.year);
    return heatmap(year, years[year] ?? NO_TICKS, FIRST_WEEKDAY, rested)
      .weeks.flat()
      .filter((day) => day !== null);
  });
  const end = days.findIndex(({ date }) => isSameDate(date, today)) + 1;
  return days.slice(end - length, end);
}
