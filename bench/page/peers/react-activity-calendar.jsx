import { cloneElement, useEffect, useState } from "react";
import { ActivityCalendar } from "react-activity-calendar";
import { createRoot } from "react-dom/client";

const KEY = "days";
const YEAR = 2026;

/** A year of one value a day, kept in localStorage, toggled by a click: as the component's own examples do it. */
function Year() {
  const [days, setDays] = useState(() => JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  useEffect(() => document.documentElement.setAttribute("data-ready", ""), []);
  useEffect(() => localStorage.setItem(KEY, JSON.stringify(days)), [days]);
  const data = Array.from({ length: 365 }, (_, day) => {
    const date = new Date(YEAR, 0, day + 1, 12).toISOString().slice(0, 10);
    return { date, count: days[date] ? 4 : 0, level: days[date] ? 4 : 0 };
  });
  const toggle = (date) => setDays((before) => ({ ...before, [date]: !before[date] }));
  return (
    <ActivityCalendar
      data={data}
      renderBlock={(block, activity) => cloneElement(block, { onClick: () => toggle(activity.date) })}
    />
  );
}

createRoot(document.getElementById("root")).render(<Year />);
