// What no export could do without: the person's documents read from SQLite and parsed, plain values made of them, and as
// many bytes written as the export has.
const { writeSync } = require("node:fs");
const { DatabaseSync } = require("node:sqlite");

const plain = (value) => {
  if ("mapValue" in value) return plainFields(value.mapValue.fields ?? {});
  return "integerValue" in value ? Number(value.integerValue) : value.booleanValue;
};
const plainFields = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

const rows = new DatabaseSync(process.argv[2]).prepare("SELECT path, fields FROM documents").all();
writeSync(1, JSON.stringify(rows.map(({ path, fields }) => [path, plainFields(JSON.parse(fields))])));
