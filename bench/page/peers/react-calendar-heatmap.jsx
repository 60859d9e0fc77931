import { useEffect, useState } from "react";
import CalendarHeatmap from "react-calendar-heatmap";
// Without these colours a toggle would change nothing on the screen, and the browser would draw no frame.
import "react-calendar-heatmap/dist/styles.css";
import { createRoot } from "react-dom/client";

const KEY = "days";
const YEAR = 2026;

/** A year of one value a day in localStorage. A click toggles a value, as in the component's own examples. */
function Year() {
  const [days, setDays] = useState(() => JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  useEffect(() => document.documentElement.setAttribute("data-ready", ""), []);
  useEffect(() => localStorage.setItem(KEY, JSON.stringify(days)), [days]);
  const values = Array.from({ length: 365 }, (_, day) => {
    const date = new Date(YEAR, 0, day + 1).toISOString().slice(0, 10);
    return { date, count: days[date] ? 4 : 0 };
  });
  return (
    <CalendarHeatmap
      startDate={new Date(YEAR, 0, 1)}
      endDate={new Date(YEAR, 11, 31)}
      values={values}
      classForValue={(value) => `color-github-${value?.count ?? 0}`}
      onClick={(value) => value && setDays((before) => ({ ...before, [value.date]: !before[value.date] }))}
    />
  );
}

createRoot(document.getElementById("root")).render(<Year />);
