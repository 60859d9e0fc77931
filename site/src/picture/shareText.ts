import { addDays, type CivilDate, countDone, SOURCE_NUMBERS, type TicksByYear, ticksOn } from "@dailyleet/core";

const DAYS = 7;

/** The streak, and five squares for each of the last seven days. Emoji squares are equally wide in every font. */
export function shareText(years: TicksByYear, today: CivilDate, streak: number): string {
  const days = Array.from({ length: DAYS }, (_, index) => ticksOn(years, addDays(today, index + 1 - DAYS)));
  const rows = days.map((ticks) => SOURCE_NUMBERS.map((source) => (ticks[source] ? "🟩" : "⬜")).join(""));
  const isWhole = countDone(days.at(-1) ?? {}) === SOURCE_NUMBERS.length;
  return [`dailyleet · ${isWhole ? "All five. " : ""}Day ${streak}`, ...rows].join("\n");
}
