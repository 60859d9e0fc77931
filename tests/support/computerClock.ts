/** The computer's real time (ms since the epoch), for processes that the tests' clock does not reach. */
export const computerNow = (): number => Date.now() - Number(process.env.CLOCK_AHEAD);
