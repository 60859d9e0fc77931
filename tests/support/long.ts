/** Set by `npm run test:long`, which repeats random tests more often. */
export const isLong = Boolean(process.env.DAILYLEET_LONG);

/** The number of runs of a property; the short run makes a tenth of them. */
export const runs = (count: number): number => (isLong ? count : Math.ceil(count / 10));
