#!/usr/bin/env node
"use strict";
// Old syntax on purpose: a Node that is too old must be able to read this file to say so.

var MAJOR = 22;
var MINOR = 13;

function isTooOld(version) {
  var parts = version.split(".").map(Number);
  return parts[0] < MAJOR || (parts[0] === MAJOR && parts[1] < MINOR);
}

var emitWarning = process.emitWarning;

/** Node calls its own SQLite experimental; nobody who ticks a box can do anything about that. */
function emitOtherWarnings(warning, type, code, caller) {
  if (type === "ExperimentalWarning" && /sqlite/i.test(String(warning))) return;
  emitWarning.call(process, warning, type, code, caller);
}

/** True when it is the program itself that is missing, not something that it asks for. */
function isNotBuilt(error) {
  return error.code === "MODULE_NOT_FOUND" && error.requireStack && error.requireStack[0] === __filename;
}

if (isTooOld(process.versions.node)) {
  console.error("dailyleet: this is Node %s, but Node %d.%d or newer is needed.", process.versions.node, MAJOR, MINOR);
  process.exit(1);
}
process.emitWarning = emitOtherWarnings;
try {
  require("../dist/main.cjs");
} catch (error) {
  if (!isNotBuilt(error)) throw error;
  console.error("dailyleet: the program is not built yet; run 'npm run build' in the project's folder first.");
  process.exit(1);
}
