// Preloaded into a child: its pauses between attempts and its patience with a server pass faster.
const timers = require("node:timers/promises");
const { syncBuiltinESMExports } = require("node:module");

const PAUSES = 50;
const PATIENCE = 5;
const { setTimeout: after } = globalThis;
const { setTimeout: pause } = timers;
globalThis.setTimeout = (callback, ms, ...args) => after(callback, ms / PATIENCE, ...args);
timers.setTimeout = (ms, ...args) => pause(ms / PAUSES, ...args);
syncBuiltinESMExports();
