import { choose } from "./seed.ts";

/** `npm run test:long` sets it: every case instead of a selection. */
export const isLong = Boolean(process.env.DAILYLEET_LONG);

/**
 * Of cases that are alike: all in the long run, in the short one every `stride`-th, others at another commit. The run
 * says how many `what` these are.
 */
export function shareOf<Case>(what: string, cases: readonly Case[], stride: number): Case[] {
  const first = choose(what, Math.min(stride, cases.length));
  const share = cases.filter((_, index) => isLong || index % stride === first);
  console.info(
    `${share.length} of ${cases.length} ${what}${isLong ? "" : "; others at the next commit, all in the long run"}`,
  );
  return share;
}
