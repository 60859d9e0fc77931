import {
  addDays,
  type CivilDate,
  countDone,
  SOURCE_NUMBERS,
  type TicksByYear,
  ticksOn,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import { useState } from "react";

const DAYS = 7;

/**
 * The streak, then a line for each of the last seven days: five squares and the weekday. Emoji squares are equally wide
 * in every font.
 */
export function shareText(years: TicksByYear, today: CivilDate, streak: number): string {
  const rows = Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(today, index + 1 - DAYS);
    const ticks = ticksOn(years, date);
    const squares = SOURCE_NUMBERS.map((source) => (ticks[source] ? "🟩" : "⬜")).join("");
    return `${squares} ${WEEKDAY_NAMES[weekday(date)]?.slice(0, 3)}`;
  });
  const isWhole = countDone(ticksOn(years, today)) === SOURCE_NUMBERS.length;
  return [`dailyleet · ${isWhole ? "All five. " : ""}Day ${streak}`, ...rows].join("\n");
}

/** Copies texts. `said` is how the last copying went, with which `copy` resolves, too. */
export function useCopying() {
  const [said, say] = useState("");
  const copy = async (text: string) => {
    say("");
    const answer = await copyText(text);
    say(answer);
    return answer;
  };
  return { said, say, copy };
}

async function copyText(text: string): Promise<string> {
  if (!navigator.clipboard) return "Copying needs a secure (https) address.";
  return navigator.clipboard.writeText(text).then(
    () => "Copied.",
    () => "Your browser blocked copying; allow it and try again.",
  );
}
