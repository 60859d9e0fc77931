import { type DailyUse, monthlyCosts } from "./scale/cost.ts";
import { findings } from "./scale/findings.ts";
import { type Simulation, simulate } from "./scale/simulate.ts";
import { type DocumentSizes, documentSizes, sizeFigures } from "./scale/sizes.ts";
import type { BenchOptions, Report } from "./support/figures.ts";

/** A returning browser fetches only the compressed HTML again, at every opening. */
const PAGE_BYTES = 16_000;

/** Counts the operations of many people in the days around a New Year, and what those transfer, store and cost. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const simulation = await simulate({ people: isQuick ? 100 : 1_000, days: 8, seed: 1 });
  const sizes = documentSizes();
  const figures = [...findings(simulation), ...sizeFigures(sizes), ...monthlyCosts(dailyUse(simulation, sizes))];
  return { part: "Scale", figures, versions: { node: process.version } };
}

function dailyUse({ people, days, tally, server }: Simulation, sizes: DocumentSizes): DailyUse {
  const perPersonAndDay = (count: number) => count / people / days;
  const counts = [tally.reads.ticks, tally.reads.marks].flatMap((reads) => Object.values(reads));
  const reads = counts.reduce((sum, count) => sum + count, 0);
  return {
    reads: perPersonAndDay(reads),
    commits: perPersonAndDay(server.commits.length),
    bytesRead: perPersonAndDay(server.bytesRead) * (sizes.sent / sizes.compact),
    bytesStored: sizes.stored + sizes.indexes,
    bytesOfPage: perPersonAndDay(tally.openings) * PAGE_BYTES,
  };
}
