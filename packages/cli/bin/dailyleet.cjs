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
  return error.code === "MODULE_NOT_FOUND" && error.requireStack && error.requireStack[0] === __filename;
}

/** Where the database is, as in src/files/directories.ts; a test compares them. Null where that has to be asked for. */
function dataDirectory(env) {
  var path = require("node:path");
  function absolute(directory) {
    return directory && path.isAbsolute(directory) ? directory : null;
  }
  if (env.DAILYLEET_HOME) return env.DAILYLEET_HOME;
  var home = absolute(env.HOME);
  var base = absolute(env.XDG_DATA_HOME);
  if (!base && process.platform === "win32") base = absolute(env.LOCALAPPDATA);
  else if (!base && home && process.platform === "darwin") base = path.join(home, "Library", "Application Support");
  else if (!base && home) base = path.join(home, ".local", "share");
  return base && path.join(base, "dailyleet");
}

/** 0700 and 077, which not every Node reads as such. */
var OWNER_ONLY = 448;
var OTHERS = 63;

/** What Node keeps there is run, so it has to be the person's alone. */
function isPrivate(fs, directory) {
  var found = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (!found) fs.mkdirSync(directory, { mode: OWNER_ONLY });
  if (!found || !process.getuid) return true;
  return found.isDirectory() && found.uid === process.getuid() && (found.mode & OTHERS) === 0;
}

/**
 * Lets Node keep what it compiles, which saves each command a tenth of its time. Only beside a database, so that who
 * does no more than look at the program is left no files.
 */
function keepCompiled() {
  var fs = require("node:fs");
  var data = dataDirectory(process.env);
  if (!data || !fs.existsSync(data.concat("/dailyleet.db")) || !isPrivate(fs, data.concat("/compiled"))) return;
  var usual = process.umask(OTHERS);
  process.getBuiltinModule("node:module").enableCompileCache(data.concat("/compiled"));
  process.umask(usual);
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
  keepCompiled();
} catch (_) {
  // A disk that cannot be written, say: without it the program does the same, only later.
}
try {
  require("../dist/main.cjs");
} catch (error) {
  if (!isNotBuilt(error)) throw error;
  console.error("dailyleet: the program is not built yet; run 'npm run build' in the project's folder first.");
  process.exit(1);
}
