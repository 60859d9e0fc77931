import type { Part } from "@dailyleet/core";

/** What somebody looks at besides the year: it is asked for anew together with that. */
export const watchedParts = new Set<Part>();
