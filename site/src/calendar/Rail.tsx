import { useEffect, useState } from "react";
import { $today, $year } from "../app/today.ts";
import { useValue } from "../ui/react.tsx";
import { scrollToTop } from "../ui/scrolling.ts";
import { goToToday } from "./goToDay.ts";

/** Loaded when idle: the buttons that lead to today, while it is out of the window or in another year, and to the top. */
export default function Rail() {
  const isTodayInView = useIsTodayInView();
  return (
    <>
      <div className="rail">
        {!isTodayInView && (
          <button type="button" className="today-pill" aria-keyshortcuts="t" onClick={goToToday}>
            Today
          </button>
        )}
      </div>
      <div className="rail">
        <button type="button" className="back-to-top" aria-label="Back to top" onClick={scrollToTop}>
          ↑
        </button>
      </div>
    </>
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
