import { it, type TestFunction, type TestOptions } from "vitest";
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

/** How often a property is tried: the short run makes do with a tenth. */
export const runs = (count: number): number => (isLong ? count : Math.ceil(count / 10));

type Test = [name: string, test: TestFunction] | [name: string, options: TestOptions, test: TestFunction];

/** A test of the long run; the short one names it as not checked. */
export const itInLongRun = (...test: Test): void => runIf(false, test);

/** For tests of one `what`: of each `count` that follow one another the short run takes one, another at another commit. */
export function itInTurns(what: string, count: number): (...test: Test) => void {
  const chosen = choose(what, count);
  let index = 0;
  return (...test) => runIf(index++ % count === chosen, test);
}

function runIf(isTaken: boolean, test: Test): void {
  if (!isLong && !isTaken) console.info(`NOT CHECKED, all are in the long run: ${test[0]}`);
  it.runIf(isLong || isTaken)(...(test as [string, TestOptions, TestFunction]));
}
