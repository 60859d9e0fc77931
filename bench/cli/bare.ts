import type { Program } from "../support/program.ts";

// What some commands cannot do without, with nothing around it.

/** Reads, parses and maps the sheet. */
export function bareSheet(file: string): Program {
  const code = `
    const text = require("node:fs").readFileSync(${JSON.stringify(file)}, "utf8");
    const cell = (row, column) => row.c[column]?.v ?? "";
    JSON.parse(text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"))).table.rows.map((row) => ({
      name: cell(row, 1), link: cell(row, 2), tags: cell(row, 3).split(", "), text: cell(row, 4),
      solution: cell(row, 6), takeaways: cell(row, 7), analysis: cell(row, 8),
    }));`;
  return { args: ["-e", code] };
}

/** One request to each of the two hosts that a tick needs, the second after the first. */
export function bareRequests(options: Program["args"], env: NodeJS.ProcessEnv): Program {
  const code = `
    const { request } = require("node:https");
    const ask = (url, next) =>
      request(url, { method: "POST" }, (answer) => answer.resume().on("end", next)).end("{}");
    ask("https://securetoken.googleapis.com/v1/token", () =>
      ask("https://firestore.googleapis.com/v1/documents:commit", () => {}));`;
  return { args: [...options, "-e", code], env };
}
