import type { FieldPath } from "@dailyleet/core";

/** How deep below its name the leaves of a field are; the sources of a day are one below it. */
const DEPTHS: Readonly<Record<string, number>> = { year: 0, changed: 0, marks: 2, settings: 2 };

/** Whether the path is that of a single cell, or of what stands beside the cells. */
export function isLeafPath([name = "", ...rest]: FieldPath): boolean {
  return rest.length === (DEPTHS[name] ?? 1);
}
