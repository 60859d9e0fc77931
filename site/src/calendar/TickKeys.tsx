import {
  characterOf,
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  isSourceNumber,
  MONTH_LENGTHS,
  monthDay,
  SOURCE_NUMBERS,
  type SourceNumber,
} from "@dailyleet/core";
import { useEffect } from "react";
import { useKeyDown } from "../ui/keys.ts";
import { bringIntoView } from "../ui/scrolling.ts";
import { goToDay } from "../view/goTo.ts";

/** Moves the focus among ticks by keys; Tab reaches one tick a day. Loaded when idle or at the first key press. */
export default function TickKeys() {
  useKeyDown(press);
  useEffect(() => {
    document.addEventListener("focusin", holdStop);
    return () => document.removeEventListener("focusin", holdStop);
  }, []);
  return null;
}

/** Makes Tab return to the day's last focused tick. React sets `tabIndex` only when it mounts a day. */
function holdStop({ target }: FocusEvent): void {
  const focused = tickAt(target);
  if (focused === null) return;
  for (const tick of ticksOf(focused.card)) tick.tabIndex = tick === focused.tick ? 0 : -1;
}

function press(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  const focused = tickAt(event.target);
  if (focused === null || altKey || metaKey || shiftKey) return;
  const { card, tick } = focused;
  const from = { day: Number(card.dataset.day), source: Number(tick.value) as SourceNumber };
  if (!ctrlKey && characterOf(event) === "o") card.querySelector<HTMLElement>(`a.s${from.source}`)?.click();
  else {
    const to = moveAmongTicks(from, key, ctrlKey, layoutAround(card));
    if (to === null) return;
    focusTick(to);
  }
  event.preventDefault();
}

function focusTick({ day, source }: Place): void {
  const tick = document.querySelector<HTMLElement>(`#day-${day} [value="${source}"]`);
  if (tick === null) {
    // The day is not drawn yet.
    goToDay(day, source);
    return;
  }
  bringIntoView(tick, "nearest");
  tick.focus({ preventScroll: true });
}

function tickAt(target: EventTarget | null) {
  const tick = target instanceof Element ? target.closest<HTMLButtonElement>(".day button[aria-pressed]") : null;
  const card = tick?.closest<HTMLElement>(".day");
  return tick && card ? { tick, card } : null;
}

const ticksOf = (card: HTMLElement) => [...card.querySelectorAll<HTMLButtonElement>("button[aria-pressed]")];

function layoutAround(card: HTMLElement): Layout {
  const [first, second] = ticksOf(card).map((tick) => tick.getBoundingClientRect().left);
  const isInWeeks = card.parentElement !== null && getComputedStyle(card.parentElement).display === "grid";
  return { isStacked: first === second, daysInRow: isInWeeks ? 7 : 1 };
}

interface Place {
  readonly day: DayNumber;
  readonly source: SourceNumber;
}

interface Layout {
  /** Whether the day's ticks stand below each other. */
  readonly isStacked: boolean;
  readonly daysInRow: number;
}

/**
 * Where a key leads from a tick. Arrow keys lead along the day's ticks and into the next day, or to the same source of
 * another day. Home and End lead to the day's first or last tick; with `isWhole` (Ctrl), to the year's. Page Up and
 * Page Down lead to the same day of another month. Returns `from` at the year's end, null for other keys. Source:
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function moveAmongTicks(from: Place, key: string, isWhole: boolean, layout: Layout): Place | null {
  const to = MOVES.get(key)?.(from, layout, isWhole);
  if (to === undefined) return null;
  return 1 <= to.day && to.day <= DAYS_PER_YEAR ? to : from;
}

type Move = (from: Place, layout: Layout, isWhole: boolean) => Place;

const FIRST = SOURCE_NUMBERS[0] as SourceNumber;
const LAST = SOURCE_NUMBERS.at(-1) as SourceNumber;

const MOVES = new Map<string, Move>([
  ["ArrowUp", (from, { isStacked, daysInRow }) => (isStacked ? along(from, -1, daysInRow) : across(from, -daysInRow))],
  ["ArrowDown", (from, { isStacked, daysInRow }) => (isStacked ? along(from, 1, daysInRow) : across(from, daysInRow))],
  ["ArrowLeft", (from, { isStacked }) => (isStacked ? across(from, -1) : along(from, -1, 1))],
  ["ArrowRight", (from, { isStacked }) => (isStacked ? across(from, 1) : along(from, 1, 1))],
  ["PageUp", (from) => inMonth(from, -1)],
  ["PageDown", (from) => inMonth(from, 1)],
  ["Home", ({ day }, _, isWhole) => ({ day: isWhole ? 1 : day, source: FIRST })],
  ["End", ({ day }, _, isWhole) => ({ day: isWhole ? DAYS_PER_YEAR : day, source: LAST })],
]);

const across = ({ day, source }: Place, days: number): Place => ({ day: day + days, source });

function along({ day, source }: Place, step: 1 | -1, days: number): Place {
  const next = source + step;
  return isSourceNumber(next) ? { day, source: next } : { day: day + step * days, source: step > 0 ? FIRST : LAST };
}

/** The same day of another month, or that month's last day. */
function inMonth({ day: from, source }: Place, months: number): Place {
  const { month, day } = monthDay(from);
  const length = MONTH_LENGTHS[month - 1 + months];
  const to = length && dayOfYear({ month: month + months, day: Math.min(day, length) });
  return { day: to ?? from, source };
}
