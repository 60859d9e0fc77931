import { $year, isShowable, showYear } from "../app/today.ts";
import { useValue } from "../ui/react.tsx";
import { SheetButton } from "./SheetButton.tsx";

/** Heads the year at a glance. Earlier years can be looked at and edited like the running one. */
export function YearSwitch() {
  const year = useValue($year) ?? 0;
  return (
    <div className="year-switch">
      <h2 id="glance" aria-live="polite">
        {year || ""} at a glance
      </h2>
      <SheetButton>Save picture</SheetButton>
      <YearButton label="Previous year" arrow="‹" year={year - 1} />
      <YearButton label="Next year" arrow="›" year={year + 1} />
    </div>
  );
}

function YearButton({ label, arrow, year }: { label: string; arrow: string; year: number }) {
  return (
    <button
      type="button"
      className="arrow"
      aria-label={label}
      aria-disabled={!isShowable(year)}
      onClick={() => showYear(year)}
    >
      {arrow}
    </button>
  );
}
