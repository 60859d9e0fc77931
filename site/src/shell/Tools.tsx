import { characterOf, dayOfYear, isDone, SOURCE_NUMBERS, type SourceNumber, tickCell } from "@dailyleet/core";
import { useEffect, useRef } from "react";
import { toggleCell } from "../changes/change.ts";
import toast from "../changes/toast.css?url";
import { turn } from "../changes/undo.ts";
import { askForPersistence, followExportAge } from "../data/safety.ts";
import { $connection, $ticks } from "../replica/connection.ts";
import { useDoneToday } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { type Command, isAltGraph, keyCommand, useKeyDown } from "../ui/keys.ts";
import { useSelected, useValue } from "../ui/react.tsx";
import { takeEarlyKeys } from "../ui/wait.ts";
import { goToDay, goToToday, practise, searchQuestions, showToday } from "../view/goTo.ts";
import { $spoken, speak, tickText } from "../view/speech.ts";
import { $dialog, $sync } from "../view/status.ts";
import { $theme, nextTheme, showTheme } from "../view/theme.ts";
import { $today, $year } from "../view/today.ts";
import { useScreen } from "../view/useScreen.ts";
import { places, type Shown, VIEW_NAMES } from "../view/view.ts";

/** Loaded when idle or by the first key: the theme, the keys, the skip link, the title. */
export default function Tools() {
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
    else ACTIONS[command]();
  });
  useEffect(pressEarly, []);
  useSkipLink();
  useTitle();
  useFollowView();
  useAskForPersistence();
  useExportAge();
  useEffect(keepBarHeight, []);
  return (
    <div className="tools">
      <link rel="stylesheet" href={toast} precedence="default" />
      <button
        type="button"
        className="plain theme"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={nextTheme}
      />
      <button
        type="button"
        className="plain help"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        onClick={() => $dialog.set("keys")}
      >
        ?
      </button>
      <span className="unseen" aria-live="polite">
        {useValue($spoken)}
      </span>
    </div>
  );
}

const ACTIONS: Record<Command, () => void> = {
  t: goToToday,
  m: () => document.querySelector<HTMLElement>(".views button")?.focus(),
  p: practise,
  f: () => $config.get().local && $dialog.set("sites"),
  "/": searchQuestions,
  "?": () => $dialog.set("keys"),
  data: () => $dialog.set("data"),
  settings: () => $dialog.set("settings"),
  undo: () => void turn("undo"),
  redo: () => void turn("redo"),
};

/** Ticks or unticks a source of today if the calendar is on the screen. */
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

/**
 * Repeats, once, the last key press before this chunk loaded, and a 'g' before that press, unless somebody handled
 * them.
 */
function pressEarly(): void {
  const keys = [...new Set(takeEarlyKeys())].slice(-2);
  for (const [index, key] of keys.entries()) {
    if (key.defaultPrevented || isAltGraph(key) || (index < keys.length - 1 && characterOf(key) !== "g")) continue;
    key.target?.dispatchEvent(new KeyboardEvent("keydown", key));
  }
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

/** Asks the browser to keep the data, after the first saved change. */
function useAskForPersistence(): void {
  const hasSaved = useSelected($sync, (status) => status.hasSaved);
  useEffect(() => void (hasSaved && askForPersistence()), [hasSaved]);
}

/** In local mode only, where nobody else has a copy of the person's data. */
function useExportAge(): void {
  const { local } = useValue($config);
  const uid = useValue($connection)?.uid;
  useEffect(() => {
    if (local && uid !== undefined) void followExportAge(uid).catch(() => {});
  }, [local, uid]);
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

/** Called a frame later, when every island shows the new screen. The calendar restores its own scroll position. */
function focusView(screen: Shown): void {
  const view = document.querySelector<HTMLElement>("main:not([hidden])");
  // A shortcut may have focused an element of the screen already.
  if (!view || view.contains(document.activeElement)) return;
  view.focus({ preventScroll: true });
  if (screen === "questions" || screen === "counter") scrollTo({ top: places[screen] ?? 0, behavior: "instant" });
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
