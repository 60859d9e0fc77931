import { dayOfYear } from "@dailyleet/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { goToToday } from "../calendar/goToDay.ts";
import { $marks } from "../replica/marks.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { useValue } from "../ui/useValue.ts";
import { quiet } from "../ui/wait.ts";
import { HelpSheet } from "./HelpSheet.tsx";
import { keepBarHeight } from "./keepBarHeight.ts";
import { keyAction } from "./keys.ts";
import { $spoken, tickToday } from "./shortcuts.ts";
import { $theme, nextTheme, showTheme } from "./theme.ts";
import { $today } from "./today.ts";
import { useScreen } from "./useScreen.ts";
import type { Shown } from "./view.ts";

/** Where it cannot be loaded nothing is said of it; the question list has it too. */
const DueToday = lazyPart(() => import("../practice/DueToday.tsx").catch(() => ({ default: () => null })), null);

/** What the top bar can do without at first: the theme, the keys and their help, the link to today. */
export default function Tools() {
  const sheet = useRef<HTMLDialogElement>(null);
  const theme = useValue($theme);
  useEffect(() => showTheme(theme), [theme]);
  const screen = useScreen();
  useKeys(sheet, screen);
  useSkipLink();
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
        aria-label="Keys"
        aria-keyshortcuts="?"
        onClick={() => sheet.current?.showModal()}
      >
        ?
      </button>
      <HelpSheet ref={sheet} />
      <span className="unseen" aria-live="polite">
        {useValue($spoken)}
      </span>
      {useIsQuiet() && <Due />}
    </div>
  );
}

/** Who has marked nothing has nothing due, and loads nothing for it. */
function Due() {
  const { marks } = useValue($marks);
  useEffect(prepareQuestions, []);
  return Object.keys(marks).length > 0 && <DueToday />;
}

/** The list of questions opens sooner when its sheet is there already. */
function prepareQuestions(): void {
  void import("../questions/questions.ts").then(({ fetchQuestions }) => fetchQuestions()).catch(() => {});
}

function useIsQuiet(): boolean {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => void quiet().then(() => setIsQuiet(true)), []);
  return isQuiet;
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
      else if (action.kind === "top") document.querySelector<HTMLElement>(".views button")?.focus();
      else sheet.current?.showModal();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [sheet, screen]);
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

const NAMES: Partial<Record<Shown, string>> = { questions: "Questions", counter: "Counter" };

/** The title says which view shows; the focus goes to the beginning of a new one, so that it is heard and read. */
function useFollowView(): void {
  const screen = useScreen();
  const before = useRef(screen);
  useEffect(() => {
    const title = document.title;
    const name = NAMES[screen];
    if (name) document.title = `${name} · ${title}`;
    const frame = before.current === screen ? 0 : requestAnimationFrame(() => focusView(screen));
    before.current = screen;
    return () => {
      document.title = title;
      // On a busy machine the person may have gone on before that frame, and is not scrolled there.
      cancelAnimationFrame(frame);
    };
  }, [screen]);
}

/** In the next frame every island shows the new view. The calendar goes to today by itself. */
function focusView(screen: Shown): void {
  document.querySelector<HTMLElement>("main:not([hidden])")?.focus({ preventScroll: true });
  if (screen !== "calendar") scrollTo({ top: 0, behavior: "instant" });
}
