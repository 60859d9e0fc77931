import type { FieldPath } from "@dailyleet/core";

/** The depth of a field's leaves below its name; 1, for a day's sources, by default. */
const DEPTHS: Readonly<Record<string, number>> = { year: 0, changed: 0, marks: 2, settings: 2 };

/** Whether the path leads to a single cell, or to a field beside the cells. */
export function isLeafPath([name = "", ...rest]: FieldPath): boolean {
  return rest.length === (DEPTHS[name] ?? 1);
}
