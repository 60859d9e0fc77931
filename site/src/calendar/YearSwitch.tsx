import { $year, isShowable, showYear } from "../app/today.ts";
import { useValue } from "../ui/useValue.ts";

/** Earlier years can be looked at and edited like the running one. */
export function YearSwitch() {
  const year = useValue($year) ?? 0;
  return (
    <nav className="year-switch" aria-label="Year">
      <YearButton label="Previous year" arrow="‹" year={year - 1} />
      <span aria-live="polite">{year || ""}</span>
      <YearButton label="Next year" arrow="›" year={year + 1} />
    </nav>
  );
}

function YearButton({ label, arrow, year }: { label: string; arrow: string; year: number }) {
  return (
    <button type="button" aria-label={label} aria-disabled={!isShowable(year)} onClick={() => showYear(year)}>
      {arrow}
    </button>
  );
}
