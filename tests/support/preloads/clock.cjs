// Preloaded into every process of the tests: its clock is CLOCK_AHEAD milliseconds ahead of the computer's, or starts at
// the moment NOW, in milliseconds since the epoch, and goes on from there.
const { NOW, CLOCK_AHEAD = "0" } = process.env;
const ahead = NOW === undefined ? Number(CLOCK_AHEAD) : Number(NOW) - Date.now();
const { now } = Date;
Date.now = () => now() + ahead;
// `new Date()` does not ask `Date.now`.
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
});
