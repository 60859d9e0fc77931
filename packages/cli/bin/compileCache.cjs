"use strict";
// Not part of the launcher, which any Node must be able to parse.
const { lstatSync, mkdirSync, realpathSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { dirname, isAbsolute, join } = require("node:path");

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** In such a directory, as /tmp, people can rename their own files only. */
const STICKY = 0o1000;

/**
 * Enables Node's compile cache in a directory that only the person can write or replace: others could run code as that
 * person. Without such a directory the program starts a few milliseconds later.
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
  if (!process.getuid) return true;
  if (found.uid !== process.getuid() || (found.mode & WRITABLE_BY_OTHERS) !== 0) return false;
  return [directory, realpathSync(directory)].every(isOutOfReach);
}

/** Whether only the person and root can rename what is on the way to the path. */
function isOutOfReach(path) {
  const above = dirname(path);
  if (above === path) return true;
  const found = lstatSync(above);
  const isOwn = found.uid === 0 || (found.uid === process.getuid() && !found.isSymbolicLink());
  const isClosed = found.isSymbolicLink() || (found.mode & WRITABLE_BY_OTHERS) === 0 || (found.mode & STICKY) !== 0;
  return isOwn && isClosed && isOutOfReach(above);
}

module.exports = keepCompiledCode;
