import { type DayNumber, type DayTicks, dayTicks, NO_TICKS, type SourceNumber, type Ticks } from "@dailyleet/core";
import { $look, type Look } from "../stores/setup.ts";

/** What the calendar shows. */
export interface Picture {
  readonly ticks: Ticks;
  /** Null when it is in another year. */
  readonly today: DayNumber | null;
  readonly look: Look;
}

/** As the static page is. */
const EMPTY: Picture = { ticks: NO_TICKS, today: null, look: $look.init as Look };

/** A function that brings the static calendar to a picture; what the last one had is not touched. */
export function calendarPainter(calendar: Element): (picture: Picture) => void {
  const days = [...calendar.querySelectorAll(".day")];
  let before = EMPTY;
  return (after) => {
    const isNewLook = before.look !== after.look;
    for (const [index, section] of days.entries()) {
      const [old, next] = [dayTicks(before.ticks, index + 1), dayTicks(after.ticks, index + 1)];
      if (isNewLook) paintLook(section, after.look);
      if (isNewLook || next !== old) paintTicks(section, isNewLook ? null : old, next);
    }
    if (before.today !== after.today) moveToday(days, before.today, after.today);
    before = after;
  };
}

function moveToday(days: readonly Element[], before: DayNumber | null, after: DayNumber | null): void {
  if (before) days[before - 1]?.removeAttribute("aria-current");
  if (after) days[after - 1]?.setAttribute("aria-current", "date");
}

/** Without `before` all five. */
function paintTicks(section: Element, before: DayTicks | null, after: DayTicks): void {
  const heading = section.querySelector("h3")?.textContent;
  for (const column of section.querySelectorAll("li")) {
    const button = column.querySelector("button");
    const source = Number(button?.value) as SourceNumber;
    const isDone = after[source] === true;
    if (!button || (before && (before[source] === true) === isDone)) continue;
    const state = isDone ? "Done" : "Untried";
    button.setAttribute("aria-label", `${heading}, ${column.querySelector("img")?.alt}, ${state}`);
    button.setAttribute("aria-pressed", String(isDone));
    button.textContent = state;
  }
}

function paintLook(section: Element, { sources, icons }: Look): void {
  for (const [index, picture] of section.querySelectorAll("img").entries()) {
    const source = sources?.[index];
    if (icons) picture.src = `${icons.replace(/\/$/, "")}/${index + 1}.jpg`;
    if (source) picture.alt = source.name;
    if (source) picture.closest("a")?.setAttribute("href", source.url);
  }
}
