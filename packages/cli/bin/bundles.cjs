"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

/** As in `node:module`, which it would take time to load. */
const Module = module.constructor;

const PROGRAM = path.join(__dirname, "../dist");
const OWNER_ONLY = 0o700;
/** What others may do with a file, and that they may write to it. */
const OTHERS = 0o077;
const WRITTEN = 0o022;
const { O_RDONLY, O_NOFOLLOW = 0 } = fs.constants;
const READ_NO_LINK = O_RDONLY | O_NOFOLLOW;
/** Exit codes from here on say that the command did not do its work, and so ran little of the code for it. */
const NOT_DONE = 2;
/** Bytes that have to be free, since ticks need the disk more. */
const ROOM = 64 * 1024 * 1024;

/** Each verb runs functions of its own; whatever does not begin with a verb has a file in common. */
const [, , word = ""] = process.argv;
const verb = /^[a-z]+(-[a-z]+)*$/.test(word) ? word : "dailyleet";
const directory = compiledDirectory();

/**
 * Runs a bundle as `require` does, but from what V8 had compiled of it when this verb last ended, which saves a command
 * a tenth to a fifth of its time. Node's own cache (`module.enableCompileCache`) is made before the code runs, when V8
 * has compiled hardly a function.
 */
function loadBundle(name) {
  const file = path.join(PROGRAM, name);
  if (require.cache[file]) return require.cache[file].exports;
  const bundle = new Module(file);
  const run = compile(file, path.basename(name, ".cjs"));
  require.cache[file] = bundle;
  run.call(bundle.exports, bundle.exports, requireFromBundle, bundle, file, PROGRAM);
  bundle.loaded = true;
  return bundle.exports;
}

/** What bundles ask for is another one, a module (then this is a promise of it) or a part of Node. */
function requireFromBundle(id) {
  if (!id.startsWith("./")) return require(id);
  return id.endsWith(".mjs") ? import(`../dist/${id}`) : loadBundle(id.slice(2));
}

function compile(filename, name) {
  const source = fs.readFileSync(filename);
  const kept = directory && path.join(directory, `${verb}-${name}`);
  const cachedData = kept === null ? undefined : readCompiled(kept, source);
  const script = new vm.Script(Module.wrap(source.toString()), { filename, cachedData });
  if (kept !== null && (cachedData === undefined || script.cachedDataRejected)) {
    process.once("exit", (code) => {
      if (code < NOT_DONE) keepCompiled(kept, source, script.createCachedData());
    });
  }
  return script.runInThisContext();
}

/**
 * What was compiled of just this source; undefined for anything else. V8 itself refuses what another V8 has made, but
 * damaged code it runs, and crashes: so the code is there twice, because comparing takes less time than any sum.
 */
function readCompiled(file, source) {
  const kept = readIfThere(file);
  const length = (kept.length - source.length) / 2;
  if (!(length > 0) || !kept.subarray(2 * length).equals(source)) return undefined;
  const code = kept.subarray(0, length);
  return code.equals(kept.subarray(length, 2 * length)) ? code : undefined;
}

function readIfThere(file) {
  try {
    return readOwn(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Looks at what it has opened, because another file could take the place of one that is looked at by its name. */
function readOwn(file) {
  const descriptor = fs.openSync(file, READ_NO_LINK);
  try {
    const found = fs.fstatSync(descriptor);
    return found.isFile() && isOwn(found, OTHERS) ? fs.readFileSync(descriptor) : Buffer.alloc(0);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Where that fails, the program does the same, only later. */
function keepCompiled(file, source, code) {
  const unfinished = `${file}.new`;
  try {
    if (!hasRoom(directory)) return;
    fs.rmSync(unfinished, { force: true });
    fs.writeFileSync(unfinished, Buffer.concat([code, code, source]), { mode: 0o600, flag: "wx" });
    fs.renameSync(unfinished, file);
  } catch {}
}

function hasRoom(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize > ROOM;
}

/** Only where there is a database, so that who does no more than look at the program is left no files; else null. */
function compiledDirectory() {
  try {
    const [data, cache] = [dataDirectory(process.env), cacheDirectory(process.env)];
    return data && cache && fs.existsSync(path.join(data, "dailyleet.db")) ? privateDirectory(cache) : null;
  } catch {
    return null;
  }
}

/**
 * What is kept there is run, so it has to be the person's alone: nobody else may enter it, or put something else in
 * its place. Null where that is not so.
 */
function privateDirectory(cache) {
  const ours = path.join(cache, "dailyleet");
  const compiled = path.join(ours, "compiled");
  const isPrivate = isOwnDirectory(cache, WRITTEN) && isOwnDirectory(ours, WRITTEN) && isOwnDirectory(compiled, OTHERS);
  return isPrivate ? compiled : null;
}

/** Makes it where there is none. A link is no directory: it could lead to where others can write. */
function isOwnDirectory(directory, forbidden) {
  const found = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (found) return found.isDirectory() && isOwn(found, forbidden);
  fs.mkdirSync(directory, { recursive: true, mode: OWNER_ONLY });
  return isOwnDirectory(directory, forbidden);
}

/** Windows has no such modes; there the directory lies where other people cannot write. */
function isOwn({ uid, mode }, forbidden) {
  return !process.getuid || (uid === process.getuid() && (mode & forbidden) === 0);
}

/** Where the database is, as in src/files/directories.ts; a test compares them. Null where that has to be asked for. */
function dataDirectory({ DAILYLEET_HOME, XDG_DATA_HOME, ...env }) {
  const usual = () => usualDirectory(env, ["Library", "Application Support"], [".local", "share"]);
  if (DAILYLEET_HOME) return absolute(DAILYLEET_HOME);
  return below(absolute(XDG_DATA_HOME) ?? usual(), "dailyleet");
}

/** Not with the data: these can be restored, synchronised or handed over, and what somebody else has put there is run. */
function cacheDirectory({ XDG_CACHE_HOME, ...env }) {
  return absolute(XDG_CACHE_HOME) ?? usualDirectory(env, ["Library", "Caches"], [".cache"]);
}

function usualDirectory({ HOME, LOCALAPPDATA }, onMac, elsewhere) {
  if (process.platform === "win32") return absolute(LOCALAPPDATA);
  return below(absolute(HOME), ...(process.platform === "darwin" ? onMac : elsewhere));
}

function absolute(directory) {
  return directory && path.isAbsolute(directory) ? directory : null;
}

function below(directory, ...names) {
  return directory && path.join(directory, ...names);
}

module.exports = loadBundle;
