import { useLayoutEffect, useRef } from "react";
import { YourData } from "../data/YourData.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { quiet } from "../ui/wait.ts";
import { Calendar } from "./Calendar.tsx";
import { Rail } from "./Rail.tsx";
import { scrollToDay, showDay } from "./scrolling.ts";
import { YearSwitch } from "./YearSwitch.tsx";

const Glance = lazyPart(() => quiet().then(() => import("../glance/Glance.tsx")), <div className="glance" />);

/** The year at a glance, its days, and what can be done with all of them. Once it was seen it stays, hidden. */
export function CalendarScreen({ isShown }: { isShown: boolean }) {
  useScrollToToday(isShown);
  return (
    <>
      <YearSwitch />
      {isShown && <Glance />}
      <Calendar />
      <YourData />
      <Rail />
    </>
  );
}

/** When the page opens, and at once when the person comes back from another screen. */
function useScrollToToday(isShown: boolean): void {
  const hasOpened = useRef(false);
  useLayoutEffect(() => {
    if (!isShown) return;
    const today = document.querySelector(".day[aria-current]");
    if (today) hasOpened.current ? showDay(today) : scrollToDay(today);
    hasOpened.current = true;
  }, [isShown]);
}
