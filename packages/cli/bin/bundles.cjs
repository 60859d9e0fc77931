"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

/** As in `node:module`, which it would take time to load. */
const Module = module.constructor;

const PROGRAM = path.join(__dirname, "../dist");
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
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
    return fs.readFileSync(file);
  } catch {
    return Buffer.alloc(0);
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

/** Only beside a database, so that who does no more than look at the program is left no files; else null. */
function compiledDirectory() {
  try {
    const data = dataDirectory(process.env);
    const compiled = data && path.join(data, "compiled");
    return compiled && fs.existsSync(path.join(data, "dailyleet.db")) && isPrivate(compiled) ? compiled : null;
  } catch {
    return null;
  }
}

/** Where the database is, as in src/files/directories.ts; a test compares them. Null where that has to be asked for. */
function dataDirectory({ DAILYLEET_HOME, HOME, XDG_DATA_HOME, LOCALAPPDATA }) {
  if (DAILYLEET_HOME) return DAILYLEET_HOME;
  const absolute = (directory) => (directory && path.isAbsolute(directory) ? directory : null);
  const below = (directory, ...names) => directory && path.join(directory, ...names);
  const usual = {
    win32: () => absolute(LOCALAPPDATA),
    darwin: () => below(absolute(HOME), "Library", "Application Support"),
  };
  const elsewhere = () => below(absolute(HOME), ".local", "share");
  return below(absolute(XDG_DATA_HOME) ?? (usual[process.platform] ?? elsewhere)(), "dailyleet");
}

/** What is kept there is run, so it has to be the person's alone. */
function isPrivate(directory) {
  const found = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (!found) fs.mkdirSync(directory, { mode: OWNER_ONLY });
  if (!found || !process.getuid) return true;
  return found.isDirectory() && found.uid === process.getuid() && (found.mode & OTHERS) === 0;
}

module.exports = loadBundle;
