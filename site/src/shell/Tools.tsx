import { dayOfYear, isDone, SOURCE_NUMBERS, type SourceNumber, tickCell } from "@dailyleet/core";
import { useEffect, useRef, useState } from "react";
import { askForPersistence } from "../data/safety.ts";
import { $ticks } from "../replica/connection.ts";
import { useDoneToday } from "../replica/years.ts";
import { type Command, chooseKeys, isAltGraph, keyChoice, keyCommand } from "../ui/keys.ts";
import print from "../ui/print.css?url";
import { useKeyDown, useSelected, useValue } from "../ui/react.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { takeEarlyKey } from "../ui/wait.ts";
import { toggleCell } from "../undo/makeChange.ts";
import toast from "../undo/toast.css?url";
import { turn } from "../undo/undo.ts";
import { goToDay, goToToday, showToday } from "../view/goToDay.ts";
import { $spoken, speak, tickText } from "../view/speech.ts";
import { $sync } from "../view/status.ts";
import { $theme, nextTheme, showTheme } from "../view/theme.ts";
import { $today, $year } from "../view/today.ts";
import { places, practise, type Shown, searchQuestions, useScreen, VIEW_NAMES } from "../view/view.ts";
import styles from "./later.css?url";

/** Loaded when idle or by the first key: the theme, keys and their help, the skip link, the title. */
export default function Tools() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const theme = useValue($theme);
  useEffect(() => showTheme(theme), [theme]);
  const screen = useScreen();
  useKeyDown((event) => {
    const command = keyCommand(event);
    const isTick = typeof command === "number";
    // On other screens digits may have another meaning.
    if (command === null || (isTick && screen !== "calendar")) return;
    event.preventDefault();
    if (isTick) tickToday(command);
    else if (command === "?") setHelpOpen(true);
    else ACTIONS[command]();
  });
  useEffect(pressEarly, []);
  useSkipLink();
  useTitle();
  useFollowView();
  useAskForPersistence();
  useEffect(keepBarHeight, []);
  return (
    <div className="tools">
      <link rel="stylesheet" href={styles} precedence="default" />
      <link rel="stylesheet" href={toast} precedence="default" />
      <link rel="stylesheet" href={print} media="print" />
      <button type="button" className="plain theme" aria-label={`Theme: ${theme}`} onClick={nextTheme}>
        <span>{theme}</span>
      </button>
      <button
        type="button"
        className="plain help"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        onClick={() => setHelpOpen(true)}
      >
        ?
      </button>
      {isHelpOpen && <HelpSheet onClose={() => setHelpOpen(false)} />}
      <span className="unseen" aria-live="polite">
        {useValue($spoken)}
      </span>
    </div>
  );
}

const ACTIONS: Record<Exclude<Command, "?">, () => void> = {
  t: goToToday,
  m: () => document.querySelector<HTMLElement>(".views button")?.focus(),
  p: practise,
  "/": searchQuestions,
  undo: () => void turn("undo"),
  redo: () => void turn("redo"),
};

/** Ticks or unticks a source of today, where the calendar shows it. */
function tickToday(source: SourceNumber): void {
  const before = $year.get();
  const today = showToday();
  if (today === null) return;
  const { year, day } = today;
  // The scroll position belongs to the year shown before.
  if (before !== year) goToDay(day, source);
  toggleCell(day, source);
  const cell = tickCell(year, day, source);
  speak(tickText({ ...cell, state: isDone($ticks.get(), cell) }));
}

/** Repeats the key press that came before this chunk, unless it was handled; only once. */
function pressEarly(): void {
  const key = takeEarlyKey();
  if (key && !key.defaultPrevented && !isAltGraph(key)) key.target?.dispatchEvent(new KeyboardEvent("keydown", key));
}

/** The skip link is static, so that it comes first in the page; it works only while the calendar shows. */
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

/** From the first saved change on. */
function useAskForPersistence(): void {
  const hasSaved = useSelected($sync, (status) => status.hasSaved);
  useEffect(() => void (hasSaved && askForPersistence()), [hasSaved]);
}

const SITE_TITLE = document.title;

/** The title names how much of today is done, or the other screen that shows. */
function useTitle(): void {
  const screen = useScreen();
  const done = useDoneToday();
  const ofToday = done === null ? null : `${done}/${SOURCE_NUMBERS.length}`;
  const title = screen === "calendar" ? ofToday : VIEW_NAMES[screen];
  useEffect(() => {
    document.title = title ? `${title} · ${SITE_TITLE}` : SITE_TITLE;
    return () => {
      document.title = SITE_TITLE;
    };
  }, [title]);
}

/** Moves the focus to a new screen, so that screen readers announce it. */
function useFollowView(): void {
  const screen = useScreen();
  const before = useRef(screen);
  useEffect(() => {
    const frame = before.current === screen ? 0 : requestAnimationFrame(() => focusView(screen));
    before.current = screen;
    // The person may switch again before that frame.
    return () => cancelAnimationFrame(frame);
  }, [screen]);
}

/** A frame later, when every island shows the new screen. The calendar restores its own scroll position. */
function focusView(screen: Shown): void {
  const view = document.querySelector<HTMLElement>("main:not([hidden])");
  // A shortcut may have focused an element of the screen already.
  if (!view || view.contains(document.activeElement)) return;
  view.focus({ preventScroll: true });
  if (screen === "questions" || screen === "counter") scrollTo({ top: places[screen] ?? 0, behavior: "instant" });
}

const KEYS = [
  ["1 to 5", "tick or clear today's sites"],
  ["1 to 4", "mark how the question went today"],
  ["p", "practise today's questions, one at a time"],
  ["n", "go to the next question"],
  ["t", "go to today"],
  ["m", "go to the buttons at the top"],
  ["/", "search the questions"],
  ["?", "show this list"],
  ["Ctrl+Z or ⌘Z", "undo your last tick, mark or import in this tab"],
  ["Ctrl+Y, Ctrl+Shift+Z or ⌘⇧Z", "redo what you undid"],
  ["Esc", "close this list"],
  ["Arrow keys", "move by day or week in the year at a glance"],
  ["Page Up, Page Down", "back or forward a month"],
  ["Home, End", "the first or last week; with Ctrl, the first or last day"],
  ["Enter", "open that day in the calendar"],
] as const;

function HelpSheet({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState(keyChoice);
  const choose = (isOn: boolean) => {
    chooseKeys(isOn ? "on" : "off");
    setChoice(keyChoice());
  };
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <dl>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={choice === "on"} onChange={(event) => choose(event.target.checked)} />
        <span>Turn on shortcuts</span>
      </label>
    </Sheet>
  );
}

/** Keeps `--bar` at the height of the top bar. Skips equal values: each write restyles the whole page. */
function keepBarHeight(): (() => void) | undefined {
  const bar = document.querySelector(".bar");
  if (!bar) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { height } = bar.getBoundingClientRect();
    const known = Number.parseFloat(getComputedStyle(root).getPropertyValue("--bar"));
    if (known !== height) root.style.setProperty("--bar", `${height}px`);
  });
  observer.observe(bar);
  return () => observer.disconnect();
}
