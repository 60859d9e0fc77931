import { useEffect, useState } from "react";
import { useValue } from "../ui/react.tsx";
import { goToDay, goToToday, pointOut } from "../view/goTo.ts";
import { $today, $year } from "../view/today.ts";
import { addressedDay, places } from "../view/view.ts";

/** Leads to today while today is out of the window or in another year. Loaded when idle. */
export default function TodayPill() {
  const isInView = useIsTodayInView();
  useEffect(followAddressedDay, []);
  if (isInView) return null;
  return (
    <button type="button" className="today-pill" aria-keyshortcuts="t" onClick={goToToday}>
      Today
    </button>
  );
}

/** Makes the day in the address glow when the calendar opens, and goes to it when the address changes. */
function followAddressedDay(): () => void {
  pointOut(document.getElementById(`day-${addressedDay()}`));
  const follow = () => {
    const day = addressedDay();
    if (day !== null && places.calendar === null) goToDay(day);
  };
  window.addEventListener("hashchange", follow);
  return () => window.removeEventListener("hashchange", follow);
}

function useIsTodayInView(): boolean {
  const [isInView, setIsInView] = useState(true);
  const today = useValue($today);
  const year = useValue($year);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the year or today may change, and then this card is no longer today's
  useEffect(() => {
    const card = document.querySelector(".day[aria-current]");
    setIsInView(card !== null);
    if (card === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting === true));
    observer.observe(card);
    return () => observer.disconnect();
  }, [today, year]);
  return isInView;
}
