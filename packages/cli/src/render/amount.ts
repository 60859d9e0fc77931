import { counted } from "@dailyleet/core";

/** '3 ticks', '2 marks', '3 ticks and 2 marks' */
export function amountText(ticks: number, marks: number): string {
  const kinds = [ticks > 0 || marks === 0 ? counted(ticks, "tick") : "", marks > 0 ? counted(marks, "mark") : ""];
  return kinds.filter((kind) => kind !== "").join(" and ");
}
