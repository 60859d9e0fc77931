import { longDate, yearSummary } from "@dailyleet/core";
import { $settled, mayHaveTicks, type Reach, useMissing, useReach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { isShowable, showYear } from "../view/goTo.ts";
import { $dialog } from "../view/status.ts";
import { $today, $year } from "../view/today.ts";
import { Figures, MonthTable, SourceTotals } from "./Figures.tsx";
import { YearHeatmap } from "./Heatmap.tsx";
import styles from "./year.css?url";

export default function Glance() {
  const { year, ticks } = useValue($settled);
  const today = useValue($today);
  const { sources, rest } = useValue($config);
  const reach = useReach();
  useMissing(reach);
  if (year === null || today === null) return null;
  const summary = yearSummary(reach.years, year, today, rest);
  return (
    <section className="glance" aria-labelledby="glance">
      <link rel="stylesheet" href={styles} precedence="default" />
      <YearSwitch reach={reach} />
      <Figures summary={summary} reach={reach} />
      <YearHeatmap
        key={longDate(today) + year}
        year={year}
        ticks={ticks}
        rested={summary.streaks.rested}
        today={today}
        sources={sources}
      />
      <SourceTotals bySource={summary.bySource} />
      <MonthTable ticks={ticks} />
    </section>
  );
}

/** Earlier years can be viewed and edited like the running one, back to the year before the first tick. */
function YearSwitch({ reach }: { reach: Reach }) {
  const year = useValue($year) ?? 0;
  const isRunning = !isShowable(year + 1);
  return (
    <div className="year-switch cluster">
      <h2 id="glance" aria-live="polite">
        {`${year || ""} at a glance`}
      </h2>
      <button type="button" aria-haspopup="dialog" onClick={() => $dialog.set("share")}>
        Share
      </button>
      <YearButton label="Previous year" arrow="‹" year={year - 1} isEnd={!isRunning && !mayHaveTicks(year, reach)} />
      <YearButton label="Next year" arrow="›" year={year + 1} isEnd={isRunning} />
    </div>
  );
}

interface YearButtonProps {
  readonly label: string;
  readonly arrow: string;
  readonly year: number;
  readonly isEnd: boolean;
}

function YearButton({ label, arrow, year, isEnd }: YearButtonProps) {
  return (
    <button
      type="button"
      className="arrow"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => isEnd || showYear(year)}
    >
      {arrow}
    </button>
  );
}
