// Preloaded into a child: its clock starts at the moment NOW, in milliseconds since the epoch, and goes on from there.
const ahead = Number(process.env.NOW) - Date.now();
const { now } = Date;
Date.now = () => now() + ahead;
// `new Date()` does not ask `Date.now`.
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
});
