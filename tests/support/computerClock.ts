/** The computer's own time, in milliseconds since the epoch, for what the clock of the tests does not reach. */
export const computerNow = (): number => Date.now() - Number(process.env.CLOCK_AHEAD);
