"use strict";
// Apart from the launcher, which has to be read by any Node.
const { lstatSync, mkdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { isAbsolute, join, parse, sep } = require("node:path");

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Lets Node keep the code that V8 compiled, in a directory of the person's own: whoever can write there can run code as
 * that person. Without such a directory the program does the same, a few milliseconds later.
 */
function keepCompiledCode(env) {
  try {
    const directory = cacheDirectory(env);
    if (directory === null) return;
    makeDirectory(directory);
    if (isPrivate(directory)) enableCompileCache(directory);
  } catch {}
}

function cacheDirectory({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  const inHome = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  const usual = process.platform === "win32" ? [LOCALAPPDATA] : [HOME, ...inHome];
  const [base, ...names] = isWhole(XDG_CACHE_HOME) ? [XDG_CACHE_HOME] : usual;
  return isWhole(base) ? join(base, ...names, "dailyleet", "compiled") : null;
}

function isWhole(path) {
  return path !== undefined && isAbsolute(path);
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

/** Windows has no such modes; there the directory lies where other people cannot write. */
function isPrivate(directory) {
  const found = lstatSync(directory);
  if (!found.isDirectory()) return false;
  return !process.getuid || (found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

module.exports = keepCompiledCode;
