/** `npm run test:long` sets it: every case instead of a selection. */
export const isLong = process.env.DAILYLEET_LONG !== undefined;
