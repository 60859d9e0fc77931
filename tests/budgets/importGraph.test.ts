import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { loadsOf } from "./support/loads.ts";

const MAIN = ["bin/dailyleet.cjs", "bin/compileCache.cjs", "dist/main.cjs"];
/** What only the network or the server needs; each costs a local command milliseconds. */
const HEAVY = [
  ...["http", "https", "http2", "tls", "net", "dns", "crypto"],
  ...["child_process", "worker_threads", "stream", "zlib", "tty", "os", "internal/deps/undici/undici"],
];

describe("what a command loads", () => {
  it("is for a local tick exactly these files and parts of Node", async () => {
    const home = tempDirectory();
    await runCli(home, ["tick", "1"]);
    const { files, builtins, node } = await loadsOf(home, ["tick", "3"]);
    expect(files).toEqual(MAIN);
    expect(builtins).toEqual(["events", "fs", "module", "path", "process", "sqlite", "util"]);
    expect(node.filter((name) => HEAVY.includes(name))).toEqual([]);
  });

  it.each([[], ["status"], ["today"], ["year"], ["untick", "3"], ["tick", "3", "--json"], ["--version"], ["--help"]])(
    "is the same for '%s'",
    async (...args) => {
      const home = tempDirectory();
      await runCli(home, ["tick", "1"]);
      const { files, node } = await loadsOf(home, args);
      expect(files).toEqual(MAIN);
      expect(node.filter((name) => HEAVY.includes(name))).toEqual([]);
    },
  );

  it("has the questions in a part of its own, and no tables of Unicode for texts of ASCII", async () => {
    const { files } = await loadsOf(tempDirectory(), ["questions", "--show", "1"]);
    expect(files).toEqual([...MAIN, "dist/questions.cjs"]);
  });

  it("has nothing of the network for status in cloud mode", async () => {
    const home = tempDirectory();
    const firebase = { apiKey: "k", authDomain: "my-project.firebaseapp.com", projectId: "my-project" };
    const credentials = { uid: "u1", refreshToken: "r", issuer: "https://securetoken.googleapis.com/my-project" };
    for (const [name, value] of Object.entries({ dailyleet: { firebase }, credentials })) {
      writeFileSync(join(home, `${name}.json`), JSON.stringify(value), { mode: 0o600 });
    }
    const { files, node } = await loadsOf(home, ["status"]);
    expect(files).toEqual([...MAIN, "dist/cloud.cjs"]);
    expect(node.filter((name) => ["http", "https", "tls", "net"].includes(name))).toEqual([]);
  });
});

describe("a local tick", () => {
  it("runs at most 45 files and 150 functions of ours, as 'npm run way' counts them", async () => {
    const way = join(import.meta.dirname, "../../scripts/way.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [way]);
    expect(stdout).toMatch(/^tick 3: \d+ files \(at most 45\), \d+ functions \(at most 150\)$/m);
  });
});

describe("the built program", () => {
  const program = join(import.meta.dirname, "../../packages/cli/dist");
  const texts = readdirSync(program)
    .filter((name) => /\.[cm]js$/.test(name))
    .map((name) => [name, readFileSync(join(program, name), "utf8")] as const);

  it("imports modules only from CommonJS: an import of CommonJS would load all that Node has for modules", () => {
    const bundles = texts.filter(([name]) => name.endsWith(".cjs"));
    expect(bundles.flatMap(([, text]) => text.match(/\bimport\([^)]*\)/g) ?? [])).toEqual(['import("./ui.mjs")']);
  });

  it.each([
    ["draws on the full screen", "react.transitional", "ui.mjs"],
    ["says when a question comes back", "request_retention", "questions.cjs"],
  ])("has what %s in a file of its own", (_, sign, file) => {
    expect(texts.filter(([, text]) => text.includes(sign)).map(([name]) => name)).toEqual([file]);
  });

  it("loads what says when a question comes back for today only where questions are marked", async () => {
    const home = tempDirectory();
    await runCli(home, ["mark", "1", "solved"]);
    expect((await loadsOf(home, ["tick", "3"])).files).toEqual(MAIN);
    expect((await loadsOf(home, ["today"])).files).toEqual([...MAIN, "dist/questions.cjs"]);
  });
});
