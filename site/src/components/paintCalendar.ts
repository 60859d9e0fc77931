import { type DayNumber, type DayTicks, dayTicks, type SourceNumber, type Ticks } from "@dailyleet/core";
import type { Look } from "../stores/setup.ts";

/** What the calendar shows. */
export interface Picture {
  readonly ticks: Ticks;
  /** Null when it is in another year. */
  readonly today: DayNumber | null;
  readonly look: Look;
}

/** Brings the static calendar from one picture to the next. Days that are the same in both are not touched. */
export function paintCalendar(calendar: Element, before: Picture, after: Picture): void {
  const days = calendar.querySelectorAll(".day");
  const isNewLook = before.look !== after.look;
  for (const [index, section] of days.entries()) {
    const ticks = dayTicks(after.ticks, index + 1);
    if (isNewLook) paintLook(section, after.look);
    if (isNewLook || ticks !== dayTicks(before.ticks, index + 1)) paintTicks(section, ticks);
  }
  if (before.today) days[before.today - 1]?.removeAttribute("aria-current");
  if (after.today) days[after.today - 1]?.setAttribute("aria-current", "date");
}

function paintTicks(section: Element, ticks: DayTicks): void {
  const heading = section.querySelector("h3")?.textContent;
  for (const column of section.querySelectorAll("li")) {
    const button = column.querySelector("button");
    const isDone = ticks[Number(button?.value) as SourceNumber] === true;
    const state = isDone ? "Done" : "Untried";
    button?.setAttribute("aria-label", `${heading}, ${column.querySelector("img")?.alt}, ${state}`);
    button?.setAttribute("aria-pressed", String(isDone));
    if (button) button.textContent = state;
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
