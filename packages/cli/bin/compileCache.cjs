"use strict";
// Not part of the launcher, which any Node must be able to parse.
const { lstatSync, mkdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { isAbsolute, join } = require("node:path");

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Enables Node's compile cache in a directory that only the person can write: others could run code as that person.
 * Without such a directory the program starts a few milliseconds later.
 */
function keepCompiledCode(env) {
  const base = cacheHome(env);
  if (!isAbsolute(base)) return;
  const [own, directory] = [join(base, "dailyleet"), join(base, "dailyleet/compiled")];
  try {
    // Level by level: Node's own recursive mkdir never returns below /proc, and neither would `enableCompileCache`.
    for (const level of [base, own, directory]) {
      if (!lstatSync(level, { throwIfNoEntry: false })) mkdirSync(level, OWNER_ONLY);
    }
    if (isPrivate(directory)) enableCompileCache(directory);
  } catch {}
}

function cacheHome({ XDG_CACHE_HOME = "", HOME = "", LOCALAPPDATA = "" }) {
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === "win32") return LOCALAPPDATA;
  return join(HOME, process.platform === "darwin" ? "Library/Caches" : ".cache");
}

/** On Windows the directory is where other people cannot write. */
function isPrivate(directory) {
  const found = lstatSync(directory);
  if (!found.isDirectory()) return false;
  return !process.getuid || (found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

module.exports = keepCompiledCode;
