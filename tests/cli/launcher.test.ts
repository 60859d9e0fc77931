import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import nodeModule from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../reliability/support/nodeVersions.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const run = (program: string, launcher: string) => spawnSync(program, [launcher, "--version"], { encoding: "utf8" });

const PROMISE = "Node 22 (from 22.13 on), 24, 26 or newer";

/** A Node on this machine that is older than the launcher supports, or null. */
function findOldNode(): string | null {
  const candidates = ["/usr/bin/node", "/usr/local/bin/node", "/opt/node/bin/node"].filter(existsSync);
  return candidates.find((node) => Number.parseInt(version(node), 10) < 22) ?? null;
}

function version(node: string): string {
  return spawnSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout;
}

/** A copy of the launcher, with a program of the test's own or with none. */
function launcherWith(program?: string): string {
  const directory = tempDirectory();
  cpSync(dirname(CLI), join(directory, "bin"), { recursive: true });
  if (program !== undefined) {
    mkdirSync(join(directory, "dist"));
    writeFileSync(join(directory, "dist/program.cjs"), program);
  }
  return join(directory, "bin/dailyleet.cjs");
}

const oldNode = findOldNode();

it.skipIf(oldNode === null)("tells an old Node in one sentence which one is needed", () => {
  const { status, stdout, stderr } = run(oldNode as string, CLI);
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(`dailyleet: this is Node ${version(oldNode as string).trim()}, but it needs ${PROMISE}.\n`);
});

/** The launcher's output for each pair of a Node version and a command line, all in one process. */
function answersOf(launcher: string, starts: readonly (readonly [version: string, ...line: string[]])[]): string[] {
  const driver = `
    const { format } = require("node:util");
    const exit = new Error("exit");
    process.exit = () => { throw exit; };
    const answers = ${JSON.stringify(starts)}.map(([node, ...line]) => {
      let told = "";
      console.log = (...args) => { told += "out " + format(...args); };
      console.error = (...args) => { told += format(...args); };
      Object.defineProperty(process, "versions", { value: { ...process.versions, node }, configurable: true });
      process.argv.splice(2, Infinity, ...line);
      for (const file of Object.keys(require.cache)) delete require.cache[file];
      try { require(${JSON.stringify(launcher)}); } catch (error) { if (error !== exit) throw error; }
      return told;
    });
    process.stdout.write(JSON.stringify(answers));
  `;
  return JSON.parse(execFileSync(process.execPath, ["-e", driver, "--", launcher], { encoding: "utf8" }));
}

it("takes the versions that are promised, and names them to any other", () => {
  const taken = ["22.13.0", "22.99.9", "24.0.0", "26.0.0", "27.1.0"];
  const all = [...taken, "0.10.48", "18.20.8", "22.12.0", "23.11.1", "25.9.0"];
  const told = (found: string) => `dailyleet: this is Node ${found}, but it needs ${PROMISE}.`;
  expect(
    answersOf(
      launcherWith("console.log('started')"),
      all.map((version) => [version]),
    ),
  ).toEqual(all.map((version) => (taken.includes(version) ? "out started" : told(version))));
});

it.each([
  ["--no-experimental-sqlite", `this is Node ${process.versions.node} without node:sqlite, but it needs ${PROMISE}.`],
  ["--permission", "Node's --permission keeps the program from its own files; leave that option out."],
])("tells a Node that can't run it because of %s what is wrong", (option, sentence) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [option, CLI, "--version"], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([1, "", `dailyleet: ${sentence}\n`]);
});

it("says the same in package.json, README and docs", () => {
  expect(ENGINES).toBe("^22.13 || ^24 || >=26");
  for (const file of ["README", "packages/cli/README", "docs/getting-started", "docs/proofs"]) {
    const text = readFileSync(join(import.meta.dirname, "../..", `${file}.md`), "utf8");
    expect(text.replace(/\s+/g, " "), file).toContain(PROMISE);
  }
});

it("is written in syntax that Node 0.10 reads", () => {
  const code = readFileSync(CLI, "utf8").replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
  expect(code).not.toMatch(/=>|`|\b(const|let|class|async|await|import)\b|\.\.\.|\?\?|\?\.|catch \{/);
});

it("says that the program is not built", () => {
  const { status, stderr } = run(process.execPath, launcherWith());
  expect(status).toBe(1);
  expect(stderr).toBe("dailyleet: the program is not built yet; run 'npm run build' in the project's folder first.\n");
});

it("does not take a module that is missing inside the program for a program that is not built", () => {
  const { stderr } = run(process.execPath, launcherWith("require('no-such-module')"));
  expect(stderr).toContain("Cannot find module 'no-such-module'");
});

it("hides the warning about SQLite and no other", () => {
  const program = `
    process.emitWarning("SQLite is an experimental feature", "ExperimentalWarning");
    process.emitWarning("something else", "ExperimentalWarning");
    process.emitWarning("SQLite is old", "DeprecationWarning", "DEP1");
  `;
  const { stderr } = run(process.execPath, launcherWith(program));
  expect(stderr).not.toContain("SQLite is an experimental");
  expect(stderr).toContain("something else");
  expect(stderr).toContain("[DEP1] DeprecationWarning: SQLite is old");
});

describe("the compile cache", () => {
  const CACHE = process.platform === "darwin" ? "Library/Caches" : ".cache";

  /** The directory of the launcher's compile cache; null if there is none. */
  function compiledIn(home: string, given: NodeJS.ProcessEnv = {}): string | null {
    const { enableCompileCache } = nodeModule;
    let kept: string | null = null;
    try {
      nodeModule.enableCompileCache = (directory) => {
        kept = String(directory);
        return { status: 1 };
      };
      const load = nodeModule.createRequire(import.meta.url);
      const file = join(dirname(CLI), "compileCache.cjs");
      delete load.cache[file];
      load(file)({ HOME: home, ...given });
    } finally {
      nodeModule.enableCompileCache = enableCompileCache;
    }
    return kept;
  }

  function putShared(compiled: string): void {
    mkdirSync(compiled);
    chmodSync(compiled, 0o777);
  }

  it.each([
    ["XDG_CACHE_HOME", "own", (home: string) => ({ XDG_CACHE_HOME: join(home, "own") })],
    ["HOME", CACHE, () => ({ XDG_CACHE_HOME: "relative" })],
    ["HOME", CACHE, () => ({})],
  ])("is below %s, in %s, for its owner only", (_, cache, env) => {
    const home = tempDirectory();
    expect(compiledIn(home, env(home))).toBe(join(home, cache, "dailyleet/compiled"));
    for (const directory of ["dailyleet", "dailyleet/compiled"]) {
      expect(statSync(join(home, cache, directory)).mode & 0o777, directory).toBe(0o700);
    }
  });

  it("fills as the program runs, unless the person has switched Node's off", () => {
    for (const given of [{}, { NODE_DISABLE_COMPILE_CACHE: "1" }]) {
      const home = tempDirectory();
      const env = cliEnvironment(home, { XDG_CACHE_HOME: "", ...given });
      const { stdout, stderr } = spawnSync(process.execPath, [CLI, "status"], { env, encoding: "utf8" });
      expect([stdout, stderr.replace(NOTHING_THERE, "")]).toEqual(["0/5 - streak 0\n", ""]);
      const compiled = join(home, CACHE, "dailyleet/compiled");
      expect(readdirSync(compiled).length > 0).toBe(!("NODE_DISABLE_COMPILE_CACHE" in given));
    }
  });

  it.each([
    ["where others can write", putShared],
    ["behind a link", (compiled: string) => symlinkSync(tempDirectory(), compiled)],
    ["where it cannot be made", (compiled: string) => symlinkSync(join(compiled, "nowhere"), compiled)],
  ])("is not kept %s", (_, put) => {
    const home = tempDirectory();
    mkdirSync(join(home, CACHE, "dailyleet"), { recursive: true });
    put(join(home, CACHE, "dailyleet/compiled"));
    expect(compiledIn(home)).toBeNull();
  });

  it.each([
    ["the cache's own directory", "dailyleet", 0o777, false],
    ["XDG_CACHE_HOME", ".", 0o777, false],
    ["XDG_CACHE_HOME, by its group", ".", 0o775, false],
    ["a directory above it", "..", 0o777, false],
    ["a directory above it, but rename their own files only", "..", 0o1777, true],
  ])("is kept or not where others can write %s", (_, level, mode, isKept) => {
    const home = tempDirectory();
    const base = join(home, "above/caches");
    mkdirSync(join(base, "dailyleet"), { recursive: true, mode: 0o700 });
    chmodSync(join(base, level), mode);
    expect(compiledIn(home, { XDG_CACHE_HOME: base }) !== null).toBe(isKept);
  });

  it("is not kept where a link leads out of the person's reach", () => {
    const home = tempDirectory();
    const open = join(home, "open");
    mkdirSync(join(open, "caches"), { recursive: true });
    chmodSync(open, 0o777);
    symlinkSync(join(open, "caches"), join(home, "link"));
    expect(compiledIn(home, { XDG_CACHE_HOME: join(home, "link") })).toBeNull();
  });

  it.runIf(process.platform === "linux")(
    "is not kept below /proc, where making a directory says it has no parent",
    () => {
      expect(compiledIn(tempDirectory(), { XDG_CACHE_HOME: "/proc/nowhere" })).toBeNull();
    },
  );
});
