import type { FirestoreOptions } from "@dailyleet/client";
import { type Closing, DailyleetError, type Reading } from "@dailyleet/core";

/** What begins a new year and what looks back over the old ones, by a part that is loaded for it. */
export function loadedYears(options: FirestoreOptions, uid: string): { closing: Closing; reading: Reading } {
  let reading: Reading | undefined;
  return {
    closing: async (...args) => (await load()).closeYear(...args),
    async reading(...args) {
      const { createDocumentList, createReading } = await load();
      reading ??= createReading(createDocumentList(options), uid);
      return reading(...args);
    },
  };
}

async function load() {
  return import("./otherYears.ts").catch((cause) => {
    throw new DailyleetError("unavailable", "The part for other years could not be loaded; reload the page.", {
      cause,
    });
  });
}
