#!/usr/bin/env node
"use strict";
// Old syntax on purpose: a Node that is too old must be able to read this file to say so.

/** As `engines` in package.json, which a test compares: reading that file here would cost every command. */
var NEEDED = "Node 22 (from 22.13 on), 24, 26 or newer";
var version = process.versions.node.split(".").map(Number);
var isPromised = version[0] === 22 ? version[1] >= 13 : version[0] === 24 || version[0] >= 26;

var emitWarning = process.emitWarning;

/** Node calls its own SQLite experimental; nobody who ticks a box can do anything about that. */
function emitOtherWarnings(warning, type, code, caller) {
  if (type === "ExperimentalWarning" && /sqlite/i.test(String(warning))) return;
  emitWarning.call(process, warning, type, code, caller);
}

/** True when it is the program itself that is missing, not something that it asks for. */
function isNotBuilt(error) {
  return error.code === "MODULE_NOT_FOUND" && /'..\/dist\/program\.cjs'/.test(error.message);
}

/** False in Bun, whatever version of Node it names, and with --no-experimental-sqlite. */
function hasSqlite() {
  return require("node:module").isBuiltin("node:sqlite");
}

if (!isPromised) {
  console.error("dailyleet: this is Node %s, but it needs %s.", process.versions.node, NEEDED);
  process.exit(1);
}
if (!hasSqlite()) {
  console.error("dailyleet: this is Node %s without node:sqlite, but it needs %s.", process.versions.node, NEEDED);
  process.exit(1);
}
process.emitWarning = emitOtherWarnings;
try {
  require("./compileCache.cjs")(process.env);
  require("../dist/program.cjs");
} catch (error) {
  if (error.code === "ERR_ACCESS_DENIED")
    console.error("dailyleet: Node's --permission keeps the program from its own files; leave that option out.");
  else if (isNotBuilt(error))
    console.error("dailyleet: the program is not built yet; run 'npm run build' in the project's folder first.");
  else throw error;
  process.exit(1);
}
