import { missingYear } from "@dailyleet/core";
import { useMemo } from "react";
import { useValue } from "../ui/useValue.ts";
import { $learnt, knownYears } from "./earlierYears.ts";
import { $settled } from "./settled.ts";
import type { Reach } from "./streakText.ts";

/** The years that figures of the shown one go by, as far as they are known. */
export function useReach(): Reach {
  const { year, ticks } = useValue($settled);
  const learnt = useValue($learnt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another year has become known
  const years = useMemo(() => knownYears(year ?? 0, ticks), [year, ticks, learnt]);
  return { years, missing: year === null ? null : missingYear(years, year) };
}
