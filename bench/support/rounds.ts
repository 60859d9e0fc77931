export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export interface Measured {
  /** Median of the samples. */
  readonly median: number;
  /** Median of the ratios to the baseline of the same round. */
  readonly ratio: number;
}

/**
 * Measures every contestant once in each round. Each round begins with another contestant, so that other load of the
 * machine hits all alike. A ratio is to `baseline` within the same round.
 */
export async function inRounds<Name extends string>(
  rounds: number,
  baseline: NoInfer<Name>,
  contestants: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(contestants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      samples[name].push(await contestants[name]());
    }
  }
  const describe = (name: Name): Measured => {
    const ratios = samples[name].map((sample, round) => sample / (samples[baseline][round] ?? Number.NaN));
    return { median: median(samples[name]), ratio: median(ratios) };
  };
  return Object.fromEntries(names.map((name) => [name, describe(name)])) as Record<Name, Measured>;
}

/** Holds results, so that their computation isn't optimised away. @public */
export let sink: unknown;

/** The average milliseconds of `times` calls in a row. */
export function timeCalls(times: number, call: () => unknown): number {
  const start = performance.now();
  for (let count = 0; count < times; count++) sink = call();
  return (performance.now() - start) / times;
}
