#!/usr/bin/env node
"use strict";
// Old syntax on purpose: a Node that is too old must be able to read this file to say so.

/** What `engines` in package.json says; a test compares them, because reading that file here would cost every command. */
var ENGINES = "^22.13 || ^24 || >=26";
var PROMISED = ENGINES.split(" || ").map(readRange);

function readRange(text) {
  var found = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(text);
  return { isOpen: found[1] === ">=", major: Number(found[2]), minor: Number(found[3] || 0) };
}

function isPromised(version) {
  var parts = version.split(".").map(Number);
  function includesIt(range) {
    return parts[0] === range.major ? parts[1] >= range.minor : range.isOpen && parts[0] > range.major;
  }
  return PROMISED.some(includesIt);
}

function describe(range) {
  var from = range.minor > 0 ? " (from ".concat(range.major, ".", range.minor, " on)") : "";
  return String(range.major).concat(from, range.isOpen ? " or newer" : "");
}

var emitWarning = process.emitWarning;

/** Node calls its own SQLite experimental; nobody who ticks a box can do anything about that. */
function emitOtherWarnings(warning, type, code, caller) {
  if (type === "ExperimentalWarning" && /sqlite/i.test(String(warning))) return;
  emitWarning.call(process, warning, type, code, caller);
}

/** True when it is the program itself that is missing, not something that it asks for. */
function isNotBuilt(error) {
  return error.code === "MODULE_NOT_FOUND" && error.message.indexOf("'../dist/main.cjs'") >= 0;
}

if (!isPromised(process.versions.node)) {
  console.error(
    "dailyleet: this is Node %s, but it needs Node %s.",
    process.versions.node,
    PROMISED.map(describe).join(", "),
  );
  process.exit(1);
}
process.emitWarning = emitOtherWarnings;
try {
  require("./compileCache.cjs")(process.env);
  require("../dist/main.cjs");
} catch (error) {
  if (!isNotBuilt(error)) throw error;
  console.error("dailyleet: the program is not built yet; run 'npm run build' in the project's folder first.");
  process.exit(1);
}
