/** `npm run test:long` sets it: every case instead of a selection. */
export const isLong = process.env.DAILYLEET_LONG !== undefined;

/**
 * Of cases that are alike: all in the long run, in the short one every `stride`-th, others each time. The run says how
 * many `what` these are.
 */
export function shareOf<Case>(what: string, cases: readonly Case[], stride: number): Case[] {
  const first = Math.floor(Math.random() * Math.min(stride, cases.length));
  const share = cases.filter((_, index) => isLong || index % stride === first);
  console.info(`${share.length} of ${cases.length} ${what}${isLong ? "" : "; others next time, all in the long run"}`);
  return share;
}
