import { useLayoutEffect, useRef } from "react";
import { $isKnown, $isRead } from "../stores/ticks.ts";
import { BackToTop } from "./BackToTop.tsx";
import { runCalendar } from "./runCalendar.ts";
import { scrollToDay } from "./scrolling.ts";
import { useScreen } from "./useScreen.ts";
import { useValue } from "./useValue.ts";
import { YourData } from "./YourData.tsx";

/** Shows the static page of the calendar when the person is known, and stands at its end: all of it is there by then. */
export default function Tracker() {
  const isRead = useValue($isRead);
  const isShown = useScreen() === "calendar" && isRead;
  usePage(isShown);
  useCalendar();
  useScrollToToday(isShown);
  return (
    <>
      <YourData />
      <BackToTop />
    </>
  );
}

function usePage(isShown: boolean): void {
  const isKnown = useValue($isKnown);
  useLayoutEffect(() => {
    const page = document.querySelector<HTMLElement>(".tracker");
    if (page) page.hidden = !isShown;
    page?.setAttribute("aria-busy", String(!isKnown));
  }, [isShown, isKnown]);
}

function useCalendar(): void {
  useLayoutEffect(() => {
    const calendar = document.querySelector(".calendar");
    return calendar ? runCalendar(calendar) : undefined;
  }, []);
}

/** Smoothly when the page opens; at once when the person comes back from another screen. */
function useScrollToToday(isShown: boolean): void {
  const behavior = useRef<ScrollBehavior>(undefined);
  useLayoutEffect(() => {
    if (!isShown) return;
    scrollToDay(document.querySelector(".day[aria-current]"), behavior.current);
    behavior.current = "instant";
  }, [isShown]);
}
