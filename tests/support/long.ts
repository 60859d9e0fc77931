/** `npm run test:long` sets it: random tests are repeated more often. */
export const isLong = Boolean(process.env.DAILYLEET_LONG);

/** How often a property is tried: the short run makes do with a tenth. */
export const runs = (count: number): number => (isLong ? count : Math.ceil(count / 10));
