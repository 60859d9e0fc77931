// Preloaded into a child: writes as JSON to the file in LOADS which modules were asked for, in order, once each.
const Module = require("node:module");
const { writeFileSync } = require("node:fs");

const before = new Set(process.moduleLoadList);
const asked = new Set();
const load = Module._load;
Module._load = function (request, parent, isMain) {
  asked.add(Module.isBuiltin(request) ? request : Module._resolveFilename(request, parent, isMain));
  return load.call(this, request, parent, isMain);
};
process.on("exit", () => {
  const internal = process.moduleLoadList.filter((name) => !before.has(name));
  writeFileSync(process.env.LOADS, JSON.stringify({ asked: [...asked], internal }));
});
