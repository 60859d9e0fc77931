import { countDone, dayOfYear, dayTicks, SOURCE_NUMBERS } from "@dailyleet/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { goToToday } from "../calendar/goToDay.ts";
import { $settled } from "../glance/years.ts";
import { $isKnown } from "../replica/ticks.ts";
import { openSheet } from "../ui/bringIntoView.ts";
import { useValue } from "../ui/useValue.ts";
import { turnStep } from "./followChange.ts";
import { HelpSheet } from "./HelpSheet.tsx";
import { keepBarHeight } from "./keepBarHeight.ts";
import { keyAction, stepKey } from "./keys.ts";
import { searchQuestions, tickToday } from "./shortcuts.ts";
import { $spoken } from "./speech.ts";
import { $theme, nextTheme, showTheme } from "./theme.ts";
import { $today } from "./today.ts";
import { useScreen } from "./useScreen.ts";
import { placeOf, type Shown, VIEW_NAMES } from "./view.ts";

/** What the top bar can do without at first: the theme, the keys and their help, the link to today, the title. */
export default function Tools() {
  const sheet = useRef<HTMLDialogElement>(null);
  const theme = useValue($theme);
  useEffect(() => showTheme(theme), [theme]);
  const screen = useScreen();
  useKeys(sheet, screen);
  useStepKeys();
  useSkipLink();
  useTitle();
  useFollowView();
  useEffect(keepBarHeight, []);
  return (
    <div className="tools">
      <button type="button" className="plain theme" aria-label={`Theme: ${theme}`} onClick={nextTheme}>
        <span>{theme}</span>
      </button>
      <button
        type="button"
        className="plain help"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        onClick={() => openSheet(sheet.current)}
      >
        ?
      </button>
      <HelpSheet ref={sheet} />
      <span className="unseen" aria-live="polite">
        {useValue($spoken)}
      </span>
    </div>
  );
}

/** They are heard as soon as their help is seen. */
function useKeys(sheet: RefObject<HTMLDialogElement | null>, screen: Shown): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = keyAction(event);
      // On other screens the same keys may mean something else.
      if (action === null || (action.kind === "tick" && screen !== "calendar")) return;
      event.preventDefault();
      if (action.kind === "tick") void tickToday(action.source);
      else if (action.kind === "today") goToToday();
      else if (action.kind === "find") searchQuestions();
      else if (action.kind === "top") document.querySelector<HTMLElement>(".views button")?.focus();
      else openSheet(sheet.current);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [sheet, screen]);
}

/** Undo and redo. */
function useStepKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const turn = stepKey(event);
      if (turn === null) return;
      event.preventDefault();
      // Where that part cannot be loaded, no change was noted either.
      void turnStep(turn).catch(() => {});
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The page's first link, static so that it comes first. It leads somewhere only while the calendar shows. */
function useSkipLink(): void {
  const isCalendar = useScreen() === "calendar";
  const today = useValue($today);
  useEffect(() => {
    const link = document.querySelector<HTMLAnchorElement>(".skip");
    if (!link || !isCalendar || !today) return;
    link.hash = `day-${dayOfYear(today)}`;
    const follow = (event: Event) => {
      event.preventDefault();
      goToToday();
    };
    link.hidden = false;
    link.addEventListener("click", follow);
    return () => {
      link.hidden = true;
      link.removeEventListener("click", follow);
    };
  }, [isCalendar, today]);
}

/** The title says how much of today is done, or which other view shows. */
function useTitle(): void {
  const screen = useScreen();
  const done = useDoneToday();
  const title = screen === "calendar" ? done : VIEW_NAMES[screen];
  const [whole] = useState(document.title);
  useEffect(() => {
    document.title = title ? `${title} · ${whole}` : whole;
  }, [title, whole]);
  useEffect(
    () => () => {
      document.title = whole;
    },
    [whole],
  );
}

/** '3/5' after a burst of clicks; null while that is not known or the calendar shows another year. */
function useDoneToday(): string | null {
  const today = useValue($today);
  const { year, ticks } = useValue($settled);
  const isKnown = useValue($isKnown);
  if (!today || year !== today.year || !isKnown) return null;
  return `${countDone(dayTicks(ticks, dayOfYear(today)))}/${SOURCE_NUMBERS.length}`;
}

/** The focus goes to the beginning of a new view, so that it is heard and read. */
function useFollowView(): void {
  const screen = useScreen();
  const before = useRef(screen);
  useEffect(() => {
    const frame = before.current === screen ? 0 : requestAnimationFrame(() => focusView(screen));
    before.current = screen;
    // On a busy machine the person may have gone on before that frame, and is not scrolled there.
    return () => cancelAnimationFrame(frame);
  }, [screen]);
}

/** In the next frame every island shows the new view. The calendar goes to its place by itself. */
function focusView(screen: Shown): void {
  const view = document.querySelector<HTMLElement>("main:not([hidden])");
  // A key may have led to something in it.
  if (!view || view.contains(document.activeElement)) return;
  view.focus({ preventScroll: true });
  if (screen === "questions" || screen === "counter") scrollTo({ top: placeOf(screen) ?? 0, behavior: "instant" });
}
