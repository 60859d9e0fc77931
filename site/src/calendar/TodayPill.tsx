import { useEffect, useState } from "react";
import { $today, $year } from "../app/today.ts";
import { useValue } from "../ui/react.tsx";
import { goToToday } from "./goToDay.ts";

/** Loaded when idle: leads to today while it is out of the window or in another year. */
export default function TodayPill() {
  const isInView = useIsTodayInView();
  if (isInView) return null;
  return (
    <button type="button" className="today-pill" aria-keyshortcuts="t" onClick={goToToday}>
      Today
    </button>
  );
}

function useIsTodayInView(): boolean {
  const [isInView, setIsInView] = useState(true);
  const today = useValue($today);
  const year = useValue($year);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with one of them the card is another one, or none
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
