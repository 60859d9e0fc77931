// Preloaded where a server runs: the time that Node itself puts into an answer does not ask `Date`.
const { ServerResponse } = require("node:http");

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  if (!this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
  return writeHead.apply(this, args);
};
