import { useLayoutEffect, useRef, useState } from "react";
import { Calendar } from "../calendar/Calendar.tsx";
import { $isKnown, $isRead } from "../replica/connection.ts";
import { lazyPart, Redrawn, useValue, useWasShown } from "../ui/react.tsx";
import { scrollToDay, scrollToTop } from "../ui/scrolling.ts";
import { idle, quiet } from "../ui/wait.ts";
import { $isSharing } from "../view/status.ts";
import { addressedDay, places, useScreen } from "../view/view.ts";
import { Session } from "./TopBar.tsx";

const Glance = lazyPart(() => quiet().then(() => import("../glance/Glance.tsx")), <div className="glance" />);
const TodayPill = lazyPart(() => idle().then(() => import("../calendar/TodayPill.tsx")));
const PictureSheet = lazyPart(() => import("../picture/PictureSheet.tsx"));
const YourData = lazyPart(() => quiet().then(() => import("../data/YourData.tsx")));

/** The top bar and the calendar, in one island, so that they show in one frame. */
export default function Tracker() {
  const isRead = useValue($isRead);
  const isKnown = useValue($isKnown);
  const isShown = useScreen() === "calendar" && isRead;
  const wasShown = useWasShown(isShown);
  const isSharing = useValue($isSharing);
  useScrollToPlace(isShown);
  useAtOnce();
  return (
    <>
      <Redrawn>
        <Session />
      </Redrawn>
      <Redrawn>
        <main className="tracker" tabIndex={-1} aria-label="Calendar" hidden={!isShown} aria-busy={!isKnown}>
          {wasShown && (
            <>
              <Glance />
              <Calendar />
              <YourData />
              {isSharing && <PictureSheet />}
              <div className="rail">
                <TodayPill />
              </div>
              <div className="rail">
                <button type="button" className="back-to-top" aria-label="Back to top" onClick={scrollToTop}>
                  ↑
                </button>
              </div>
            </>
          )}
        </main>
      </Redrawn>
    </>
  );
}

/**
 * To the day that the address names, else to today, else to the year's beginning; back to where it was left when the
 * person comes from another screen.
 */
function useScrollToPlace(isShown: boolean): void {
  const hasOpened = useRef(false);
  useLayoutEffect(() => {
    if (!isShown) return;
    const place = hasOpened.current ? places.calendar : null;
    hasOpened.current = true;
    // Until every island has followed, the screen that was left stands below, and Firefox's scroll anchoring holds it.
    queueMicrotask(() => {
      const day = document.getElementById(`day-${addressedDay()}`) ?? document.querySelector(".day[aria-current]");
      if (place === null && day) scrollToDay(day);
      else scrollTo({ top: place ?? 0, behavior: "instant" });
    });
  }, [isShown]);
}

/**
 * The static page becomes the person's in the turn in which it comes to life: without this, React looks at the stores
 * in a turn of its own, after a frame that shows nothing new.
 */
function useAtOnce(): void {
  const [, setIsAlive] = useState(false);
  useLayoutEffect(() => setIsAlive(true), []);
}
