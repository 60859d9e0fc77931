import { dayOfYear, isSourceNumber, NO_TICKS } from "@dailyleet/core";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { toggleCell } from "../stores/actions.ts";
import { $look, type Look } from "../stores/setup.ts";
import { $isKnown, $ticks } from "../stores/ticks.ts";
import { $today, $year } from "../stores/today.ts";
import { BackToTop } from "./BackToTop.tsx";
import { later } from "./later.tsx";
import { type Picture, paintCalendar } from "./paintCalendar.ts";
import { scrollBehavior } from "./scrollBehavior.ts";
import { useScreen } from "./useScreen.ts";
import { useValue } from "./useValue.ts";
import { YearSwitch } from "./YearSwitch.tsx";
import { YourData } from "./YourData.tsx";

const Glance = later(() => import("./Glance.tsx"), <div className="glance" />);

/** The calendar. `children` is its static page: it is painted over, not rendered, and shows when the person is known. */
export default function Tracker({ children }: { children: ReactNode }) {
  const isShown = useScreen() === "calendar";
  const isKnown = useValue($isKnown);
  const calendar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const target = calendar.current;
    target?.addEventListener("click", toggleClicked);
    return () => target?.removeEventListener("click", toggleClicked);
  }, []);
  usePainting(calendar);
  useScrollToToday(isShown);

  return (
    <main hidden={!isShown} className="tracker" aria-busy={!isKnown}>
      <YearSwitch />
      {isShown && <Glance />}
      <div ref={calendar}>{children}</div>
      <YourData />
      <BackToTop />
    </main>
  );
}

function usePainting(calendar: RefObject<Element | null>): void {
  const ticks = useValue($ticks);
  const look = useValue($look);
  const date = useValue($today);
  const year = useValue($year);
  const today = date && date.year === year ? dayOfYear(date) : null;
  const painted = useRef<Picture>({ ticks: NO_TICKS, today: null, look: $look.init as Look });
  useLayoutEffect(() => {
    const picture = { ticks, today, look };
    if (calendar.current) paintCalendar(calendar.current, painted.current, picture);
    painted.current = picture;
  }, [calendar, ticks, today, look]);
}

/** One listener for all 1,825 buttons. */
function toggleClicked({ target }: Event): void {
  const button = target instanceof Element ? target.closest("button") : null;
  const day = button?.closest<HTMLElement>("[data-day]")?.dataset.day;
  const source = Number(button?.value);
  if (day !== undefined && isSourceNumber(source)) void toggleCell(Number(day), source);
}

/** Smoothly when the page opens; at once when the person comes back from another screen. */
function useScrollToToday(isShown: boolean): void {
  const hasOpened = useRef(false);
  useEffect(() => {
    if (!isShown) return;
    const behavior = hasOpened.current ? "instant" : scrollBehavior();
    hasOpened.current = true;
    document.querySelector("[aria-current=date]")?.scrollIntoView({ block: "center", behavior });
  }, [isShown]);
}
