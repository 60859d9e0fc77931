// Preloaded into a child: counts every call that writes files or the database, asks the network or prints, and kills
// the process with SIGKILL just before call number CRASH_AT, whose name it leaves in the file CRASH_NOTE. A process that
// is not killed leaves the number of its calls there.
const fs = require("node:fs");
const http = require("node:http");
const sqlite = require("node:sqlite");
const { syncBuiltinESMExports } = require("node:module");

const { writeFileSync } = fs;
let steps = 0;

function step(name) {
  steps++;
  if (steps !== Number(process.env.CRASH_AT)) return;
  writeFileSync(process.env.CRASH_NOTE, name);
  process.kill(process.pid, "SIGKILL");
}

/** `nameOf` answers null for a call that changes nothing. */
function watch(owner, methods, nameOf) {
  for (const method of methods) {
    const original = owner[method];
    owner[method] = function (...args) {
      const name = nameOf(this, args);
      if (name !== null) step(`${method} ${name}`);
      return original.apply(this, args);
    };
  }
}

const FILE_CALLS = ["openSync", "writeSync", "writeFileSync", "fsyncSync", "closeSync", "renameSync", "rmSync"];
watch(fs, [...FILE_CALLS, "unlinkSync", "mkdirSync", "chmodSync"], (_, [path]) => String(path));
watch(sqlite.DatabaseSync.prototype, ["exec", "close"], (_, [sql]) => sql ?? "");
watch(sqlite.StatementSync.prototype, ["run", "get", "all"], ({ sourceSQL }) =>
  /^\s*(SELECT|PRAGMA)/i.test(sourceSQL) ? null : sourceSQL,
);
sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  constructor(file) {
    step(`open ${file}`);
    super(file);
  }
};
const { request } = http;
http.request = (...args) => {
  step("request");
  return request(...args).on("response", () => step("response"));
};
syncBuiltinESMExports();
process.on("exit", () => {
  step("exit");
  writeFileSync(process.env.CRASH_NOTE, String(steps));
});
