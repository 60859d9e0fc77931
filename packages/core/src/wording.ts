import { counted } from "./text.ts";

/** '3 ticks', '2 marks', '3 ticks, 2 marks and 1 setting' */
export function amountText(ticks: number, marks: number, settings = 0): string {
  const isEmpty = marks + settings === 0;
  const kinds = [
    ticks > 0 || isEmpty ? [counted(ticks, "tick")] : [],
    marks > 0 ? [counted(marks, "mark")] : [],
    settings > 0 ? [counted(settings, "setting")] : [],
  ].flat();
  return kinds.length < 3 ? kinds.join(" and ") : `${kinds[0]}, ${kinds[1]} and ${kinds[2]}`;
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
