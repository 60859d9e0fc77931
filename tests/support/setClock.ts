import { createRequire } from "node:module";

// Once a process, however many files it goes through.
const load = createRequire(import.meta.url);
load("./preloads/clock.cjs");
load("./preloads/serverClock.cjs");
