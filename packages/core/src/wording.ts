import { counted } from "./text.ts";

/** '3 ticks', '2 marks', '3 ticks and 2 marks' */
export function amountText(ticks: number, marks: number): string {
  const kinds = [ticks > 0 || marks === 0 ? counted(ticks, "tick") : "", marks > 0 ? counted(marks, "mark") : ""];
  return kinds.filter((kind) => kind !== "").join(" and ");
}

/** With a capital, as a sentence begins. */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
