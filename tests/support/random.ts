/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export interface Random {
  /** From 0, inclusive, to 1, exclusive. */
  next(): number;
  /** From `low`, inclusive, to `high`, exclusive. */
  between(low: number, high: number): number;
  /** From `low` to `high`, both inclusive. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  /** One of the values, with probability in proportion to its weight. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    next,
    between,
    integer: (low, high) => Math.floor(between(low, high + 1)),
    chance: (probability) => next() < probability,
    pick(weighted) {
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      const found =
        weighted.find(([, weight]) => {
          left -= weight;
          return left < 0;
        }) ?? weighted.at(-1);
      if (!found) throw new Error("nothing to pick from");
      return found[0];
    },
  };
}
