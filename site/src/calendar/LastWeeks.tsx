import {
  addDays,
  type CivilDate,
  countDone,
  DEFAULT_SOURCES,
  dayOfYear,
  dayTicks,
  describeDay,
  formatDate,
  NO_TICKS,
  type Ticks,
} from "@dailyleet/core";

import { $settings } from "../app/setup.ts";
import { $today } from "../app/today.ts";
import { useReach } from "../glance/years.ts";
import { useValue } from "../ui/react.tsx";
import { weekColumn } from "./weeks.ts";

const WEEKS = 20;
const STEP = 14;
const SIDE = 12;
/** Room for the edge of today's cell. */
const EDGE = 2;

/** The last weeks up to today as one picture. */
export default function LastWeeks() {
  const today = useValue($today);
  const sources = useValue($settings).sources ?? DEFAULT_SOURCES;
  const { years } = useReach();
  if (today === null) return null;
  const length = (WEEKS - 1) * 7 + weekColumn(today) + 1;
  const days = Array.from({ length }, (_, index) => dayBefore(today, length - 1 - index, years));
  const practised = days.filter(({ level }) => level > 0).length;
  return (
    <figure>
      <svg
        role="img"
        aria-label={`The last ${WEEKS} weeks: practised on ${practised} of ${length} days`}
        viewBox={`${-EDGE} ${-EDGE} ${WEEKS * STEP + EDGE} ${7 * STEP + EDGE}`}
        preserveAspectRatio="xMaxYMin slice"
      >
        {days.map(({ date, ticks, level }, index) => (
          <rect
            key={formatDate(date)}
            x={Math.floor(index / 7) * STEP}
            y={(index % 7) * STEP}
            width={SIDE}
            height={SIDE}
            rx="3"
            fill={`var(--level-${level})`}
            stroke={index === length - 1 ? "var(--accent)" : undefined}
            strokeWidth={EDGE}
          >
            <title>{describeDay(date, ticks, sources)}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>The last weeks</span> <a href="#glance">The whole year ↑</a>
      </figcaption>
    </figure>
  );
}

function dayBefore(today: CivilDate, ago: number, years: Readonly<Record<number, Ticks>>) {
  const date = addDays(today, -ago);
  const ticks = years[date.year] ?? NO_TICKS;
  return { date, ticks, level: countDone(dayTicks(ticks, dayOfYear(date))) };
}
