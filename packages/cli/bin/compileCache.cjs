"use strict";
// Not part of the launcher, which any Node must be able to parse.
const { lstatSync, mkdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { isAbsolute, join, parse, sep } = require("node:path");

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Enables Node's compile cache in a directory that only the person can write: others could run code as that person.
 * Without such a directory the program starts a few milliseconds later.
 */
function keepCompiledCode(env) {
  try {
    const directory = cacheDirectory(env);
    if (directory === null) return;
    makeDirectory(directory);
    if (isPrivate(directory)) enableCompileCache(directory);
  } catch {}
}

function cacheDirectory({ XDG_CACHE_HOME = "", HOME = "", LOCALAPPDATA = "" }) {
  const inHome = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  const usual = process.platform === "win32" ? [LOCALAPPDATA] : [HOME, ...inHome];
  const [base, ...names] = isAbsolute(XDG_CACHE_HOME) ? [XDG_CACHE_HOME] : usual;
  return isAbsolute(base) ? join(base, ...names, "dailyleet", "compiled") : null;
}

/** Level by level: Node's own recursive mkdir never returns below /proc, and neither would `enableCompileCache`. */
function makeDirectory(directory) {
  if (isThere(directory)) return;
  let { root: level } = parse(directory);
  for (const name of directory.slice(level.length).split(sep)) {
    level = join(level, name);
    if (!isThere(level)) mkdirSync(level, OWNER_ONLY);
  }
}

function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** On Windows the directory is where other people cannot write. */
function isPrivate(directory) {
  const found = lstatSync(directory);
  if (!found.isDirectory()) return false;
  return !process.getuid || (found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

module.exports = keepCompiledCode;
