import { Fragment, useLayoutEffect, useRef, useState } from "react";
import { Calendar } from "../calendar/Calendar.tsx";
import { $isKnown, $isRead } from "../replica/connection.ts";
import { ErrorBoundary, lazyPart, useValue, useWasShown } from "../ui/react.tsx";
import { scrollToDay, scrollToTop } from "../ui/scrolling.ts";
import { whenIdle, whenQuiet } from "../ui/wait.ts";
import { useScreen } from "../view/useScreen.ts";
import { addressedDay, places } from "../view/view.ts";
import { $weekChoice } from "../view/weeks.ts";
import { TopOfPage } from "./TopBar.tsx";

const Glance = lazyPart(() => whenQuiet().then(() => import("../glance/Glance.tsx")), <div className="glance" />);
const TodayPill = lazyPart(() => whenIdle().then(() => import("../calendar/TodayPill.tsx")));

/** The top bar and the calendar, in one island, so that they show in one frame. */
export default function TrackerIsland() {
  const isRead = useValue($isRead);
  const isKnown = useValue($isKnown);
  const isShown = useScreen() === "calendar" && isRead;
  const wasShown = useWasShown(isShown);
  const week = useValue($weekChoice);
  useScrollToPlace(isShown);
  useStoresAtOnce();
  return (
    <>
      <ErrorBoundary>
        <TopOfPage />
      </ErrorBoundary>
      <ErrorBoundary>
        <main className="tracker" tabIndex={-1} aria-label="Calendar" hidden={!isShown} aria-busy={!isKnown}>
          {wasShown && (
            <Fragment key={week}>
              <Glance />
              <Calendar />
              <div className="rail">
                <TodayPill />
              </div>
              <div className="rail">
                <button type="button" className="back-to-top" aria-label="Back to top" onClick={scrollToTop}>
                  ↑
                </button>
              </div>
            </Fragment>
          )}
        </main>
      </ErrorBoundary>
    </>
  );
}

/**
 * Scrolls to the day in the address, else to today, else to the year's beginning. On return from another screen,
 * scrolls to where the calendar was left.
 */
function useScrollToPlace(isShown: boolean): void {
  const hasOpened = useRef(false);
  useLayoutEffect(() => {
    if (!isShown) return;
    const place = hasOpened.current ? places.calendar : null;
    hasOpened.current = true;
    // Wait until every island shows the new screen: Firefox's scroll anchoring holds on to the previous screen.
    queueMicrotask(() => {
      const day = document.getElementById(`day-${addressedDay()}`) ?? document.querySelector(".day[aria-current]");
      if (place === null && day) scrollToDay(day);
      else scrollTo({ top: place ?? 0, behavior: "instant" });
    });
  }, [isShown]);
}

/**
 * Renders the stores' values in the task that hydrates the static page. React would read them in a later task, after a
 * frame that shows nothing new.
 */
function useStoresAtOnce(): void {
  const [, setIsAlive] = useState(false);
  useLayoutEffect(() => setIsAlive(true), []);
}
