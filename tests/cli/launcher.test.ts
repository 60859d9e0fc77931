import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../reliability/support/nodeVersions.ts";
import { CACHE, CLI, cliEnvironment, runCli } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const run = (program: string, launcher: string) => spawnSync(program, [launcher, "--version"], { encoding: "utf8" });

const PROMISE = "Node 22 (from 22.13 on), 24, 26 or newer";

/** A Node of the machine that is older than 22.13, or null. */
function findOldNode(): string | null {
  const candidates = ["/usr/bin/node", "/usr/local/bin/node", "/opt/node/bin/node"].filter(existsSync);
  return candidates.find((node) => Number.parseInt(version(node), 10) < 22) ?? null;
}

function version(node: string): string {
  return spawnSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout;
}

/** A copy of the launcher, with a program of the test's own or none. */
function launcherWith(program?: string): string {
  const directory = tempDirectory();
  cpSync(dirname(CLI), join(directory, "bin"), { recursive: true });
  if (program !== undefined) {
    mkdirSync(join(directory, "dist"));
    writeFileSync(join(directory, "dist/main.cjs"), program);
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

it("takes the versions that are promised, and names them to any other", () => {
  for (const [found, isTaken] of [
    ["0.10.48", false],
    ["18.20.8", false],
    ["22.12.0", false],
    ["22.13.0", true],
    ["22.99.9", true],
    ["23.11.1", false],
    ["24.0.0", true],
    ["25.9.0", false],
    ["26.0.0", true],
    ["27.1.0", true],
  ] as const) {
    const launcher = launcherWith("console.log('started')");
    const preload = `Object.defineProperty(process.versions, "node", { value: "${found}" })`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-r", preloadFile(preload), launcher], {
      encoding: "utf8",
    });
    const told = `dailyleet: this is Node ${found}, but it needs ${PROMISE}.\n`;
    expect([found, stdout, stderr]).toEqual([found, isTaken ? "started\n" : "", isTaken ? "" : told]);
  }
});

it("says the same in package.json, README and docs", () => {
  expect(readFileSync(CLI, "utf8")).toContain(`var ENGINES = "${ENGINES}";`);
  for (const file of ["README.md", "packages/cli/README.md", "docs/terminal.md", "docs/reliability.md"]) {
    expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8").replace(/\s+/g, " "), file).toContain(
      PROMISE,
    );
  }
});

function preloadFile(text: string): string {
  const file = join(tempDirectory(), "preload.cjs");
  writeFileSync(file, text);
  return file;
}

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

const compiledIn = (home: string, cache = CACHE) => join(home, cache, "dailyleet/compiled");
const USUAL_CACHE = process.platform === "darwin" ? "Library/Caches" : ".cache";
const COUNTED = { code: 0, stdout: "1/5 - streak 1\n", stderr: "" };

async function homeWithTick(): Promise<string> {
  const home = tempDirectory();
  expect((await runCli(home, ["tick", "1"])).code).toBe(0);
  rmSync(join(home, CACHE), { recursive: true, force: true });
  return home;
}

/** What prints 'planted', of just the length and with the very source that the program asks for. */
const PLANT = `
  const [fs, vm, { wrap }] = [require("node:fs"), require("node:vm"), require("node:module")];
  const [, file, filename] = process.argv;
  const source = fs.readFileSync(filename);
  const forged = wrap('console.log("planted")').padEnd(wrap(source.toString()).length);
  const code = new vm.Script(forged, { filename }).createCachedData();
  fs.writeFileSync(file, Buffer.concat([code, code, source]), { mode: 0o600 });
`;

function plant(file: string): void {
  spawnSync(process.execPath, ["-e", PLANT, file, join(dirname(CLI), "../dist/main.cjs")]);
}

describe("what V8 has compiled", () => {
  it.each([
    ["DAILYLEET_HOME", CACHE, (home: string) => ({ DAILYLEET_HOME: join(home, "own") })],
    ["XDG_DATA_HOME", CACHE, (home: string) => ({ DAILYLEET_HOME: "", XDG_DATA_HOME: join(home, "xdg") })],
    ["HOME", USUAL_CACHE, () => ({ DAILYLEET_HOME: "", XDG_DATA_HOME: "relative", XDG_CACHE_HOME: "relative" })],
    ["HOME", USUAL_CACHE, () => ({ DAILYLEET_HOME: "", XDG_CACHE_HOME: "" })],
  ])("is kept once %s leads to a database, in %s, for its owner only", async (_, cache, variables) => {
    const home = tempDirectory();
    const compiled = compiledIn(home, cache);
    expect((await runCli(home, ["tick", "1"], variables(home))).code).toBe(0);
    expect(existsSync(compiled)).toBe(false);
    expect((await runCli(home, ["status"], variables(home))).code).toBe(0);
    for (const directory of [compiled, dirname(compiled)]) expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readdirSync(compiled)).toEqual(["status-main"]);
    expect(statSync(join(compiled, "status-main")).mode & 0o777).toBe(0o600);
  });

  it("is nowhere where nothing was ticked", async () => {
    const home = tempDirectory();
    expect((await runCli(home, ["--version"])).code).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  });

  it("is not run from the data directory, which may have been handed over", async () => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    renameSync(compiledIn(home), join(home, "compiled"));
    plant(join(home, "compiled/status-main"));
    expect(await runCli(home, ["status"])).toEqual(COUNTED);
  });

  it.each([
    ["a directory that others can enter", "", 0o755],
    ["one above it that others can write to", "..", 0o775],
    ["the person's, where others can write to it", "../..", 0o777],
    ["the same with a sticky bit", "../..", 0o1777],
  ])("is neither run nor kept in %s", async (_, above, mode) => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    plant(join(compiledIn(home), "status-main"));
    chmodSync(join(compiledIn(home), above), mode);
    expect(await runCli(home, ["status"])).toEqual(COUNTED);
    expect((await runCli(home, ["today"])).code).toBe(0);
    expect(readdirSync(compiledIn(home))).toEqual(["status-main"]);
  });

  it.each(["", "..", "../.."])("is neither run nor kept behind a link in the place of compiled/%s", async (above) => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    plant(join(compiledIn(home), "status-main"));
    const directory = join(compiledIn(home), above);
    renameSync(directory, join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), directory);
    expect(await runCli(home, ["status"])).toEqual(COUNTED);
  });

  it("is not run from a file that others can read, or that is a link", async () => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    const [file, moved] = [join(compiledIn(home), "status-main"), join(compiledIn(home), "moved")];
    plant(file);
    chmodSync(file, 0o644);
    expect(await runCli(home, ["status"])).toEqual(COUNTED);
    plant(file);
    renameSync(file, moved);
    symlinkSync(moved, file);
    expect(await runCli(home, ["status"])).toEqual(COUNTED);
    expect(lstatSync(file).isFile()).toBe(true);
  });

  it("is run from where it was kept", async () => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    plant(join(compiledIn(home), "status-main"));
    expect((await runCli(home, ["status"])).stdout).toBe("planted\n");
  });

  it("is not kept of a command that could not be carried out", async () => {
    const home = await homeWithTick();
    for (const args of [["tikc", "1"], ["tick", "9"], ["../tick"]]) expect((await runCli(home, args)).code).toBe(2);
    expect(readdirSync(compiledIn(home))).toEqual([]);
  });

  it("is done without where it is damaged, and made again", async () => {
    const home = await homeWithTick();
    await runCli(home, ["status"]);
    const file = join(compiledIn(home), "status-main");
    const whole = readFileSync(file);
    // All but the last of these differ by what V8 would run, and crash: V8 does not look whether its code is whole.
    const places = [0.05, 0.3, 0.7].map((part) => Math.floor(whole.length * part));
    const damaged = places.map((place) => whole.with(place, ~(whole[place] ?? 0)));
    for (const bytes of [...damaged, whole.subarray(0, -2), Buffer.from("junk"), Buffer.alloc(0)]) {
      writeFileSync(file, bytes);
      expect(await runCli(home, ["status"])).toEqual(COUNTED);
      expect(readFileSync(file).length).toBeGreaterThan(100_000);
    }
  });

  it("is of the program as it is now, also where another version is as long", () => {
    const home = tempDirectory();
    writeFileSync(join(home, "dailyleet.db"), "");
    const launcher = launcherWith();
    mkdirSync(join(launcher, "../../dist"));
    for (const version of [1, 1, 2, 2, 1]) {
      writeFileSync(join(launcher, "../../dist/main.cjs"), `(() => console.log("version ${version}"))();`);
      const { stdout } = spawnSync(process.execPath, [launcher], { env: cliEnvironment(home), encoding: "utf8" });
      expect(stdout).toBe(`version ${version}\n`);
    }
    expect(readdirSync(compiledIn(home))).toEqual(["dailyleet-main"]);
  });
});
