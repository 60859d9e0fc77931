import { civilDateAt, dayOfYear, formatDate } from "@dailyleet/core";

/** The day on which all tests run, set by `vitest.config.ts`. */
export const today = civilDateAt(Date.now());
export const todayText = formatDate(today);
export const todayNumber = dayOfYear(today);
