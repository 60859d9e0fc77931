import type { Figure } from "../support/figures.ts";

/** The average of one person on one day. */
export interface DailyUse {
  readonly reads: number;
  readonly commits: number;
  /** Bytes of documents as the database sends them, uncompressed. */
  readonly bytesRead: number;
  /** A person's documents after a year, with their index entries. */
  readonly bytesStored: number;
  /** Bytes of the page that a CDN sends; a browser keeps most of it from one visit to the next. */
  readonly bytesOfPage: number;
}

/**
 * List prices in US dollars that the arithmetic assumes: Firestore in a multi-region location, beyond its free
 * quota, and Firebase Hosting. https://cloud.google.com/firestore/pricing, https://firebase.google.com/pricing
 */
const PRICES = {
  reads: 0.06 / 100_000,
  writes: 0.18 / 100_000,
  storedGibibyteMonth: 0.18,
  sentGibibyte: 0.12,
  pageGigabyte: 0.15,
} as const;

const DAYS_PER_MONTH = 30.4;
/** A closing writes the archive and resets the open document; the security rules read four documents. */
const CLOSING = { writes: 2, reads: 4 };
const SIZES = [1_000, 100_000, 1_000_000, 10_000_000];

/** Dollars a month, before any free quota, for growing numbers of people who all use it. */
export function monthlyCosts(use: DailyUse): Figure[] {
  return SIZES.map((people) => {
    const costs = Object.entries(costsOf(people, use));
    const value = costs.reduce((sum, [, cost]) => sum + cost, 0);
    const detail = costs.map(([kind, cost]) => `${kind} ${cost.toFixed(2)}`).join(", ");
    return { name: `${people.toLocaleString("en")} people, a month`, value, unit: "$", detail };
  });
}

function costsOf(people: number, use: DailyUse): Record<string, number> {
  const monthly = people * DAYS_PER_MONTH;
  const closings = people / 12;
  return {
    reads: (monthly * use.reads + closings * CLOSING.reads) * PRICES.reads,
    writes: (monthly * use.commits + closings * CLOSING.writes) * PRICES.writes,
    "documents sent": ((monthly * use.bytesRead) / 2 ** 30) * PRICES.sentGibibyte,
    "storage, for each year kept": ((people * use.bytesStored) / 2 ** 30) * PRICES.storedGibibyteMonth,
    "page from the CDN": ((monthly * use.bytesOfPage) / 1e9) * PRICES.pageGigabyte,
  };
}
