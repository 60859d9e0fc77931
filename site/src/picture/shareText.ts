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
import { speak } from "../view/speech.ts";

const DAYS = 7;

/**
 * The streak, and five squares and the weekday of each of the last seven days. Emoji squares are equally wide in every
 * font.
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

/** Copies texts, and tells how the last copying went, to screen readers as well. */
export function useCopying() {
  const [said, say] = useState("");
  const copy = async (text: string) => {
    say("");
    const answer = await copyText(text);
    say(answer);
    speak(answer);
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
