import { civilDateAt, dayOfYear, formatDate } from "@dailyleet/core";

/** The day on which all tests run: `vitest.config.ts` says which. */
export const today = civilDateAt(Date.now());
export const todayText = formatDate(today);
export const todayNumber = dayOfYear(today);
