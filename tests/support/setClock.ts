import { createRequire } from "node:module";

// Runs once in each process, however many files it tests.
const load = createRequire(import.meta.url);
load("./preloads/clock.cjs");
load("./preloads/serverClock.cjs");
