// `npm run way`: which of our functions `dailyleet tick 3` runs in local mode, on a database that is there already and
// has no such tick yet. The rule: a function that has a name counts once, however often it runs; a callback without one
// belongs to the function around it, and what a module runs while it is loaded is data. A file counts when a function of
// it does.
// V8 counts the calls in the program as it ships, but for minifying; a source map tells the files. --list names them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");
const MOST_FILES = 45;
const MOST_FUNCTIONS = 150;
/** Ends the program where it reads its arguments, when all modules are loaded. */
const LOADED_ONLY = "data:text/javascript,process.argv.slice = () => process.exit()";

const folder = mkdtempSync(join(tmpdir(), "dailyleet-way-"));
try {
  const functions = await functionsOfTick(folder);
  const files = Map.groupBy(functions, ({ file }) => file);
  if (process.argv.includes("--list")) {
    for (const [file, found] of files) console.log(`${file}: ${found.map(({ name }) => name).join(", ")}`);
  }
  console.log(
    `tick 3: ${files.size} files (at most ${MOST_FILES}), ${functions.length} functions (at most ${MOST_FUNCTIONS})`,
  );
  if (files.size > MOST_FILES || functions.length > MOST_FUNCTIONS) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

interface Called {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }];
    }[];
  }[];
}

async function functionsOfTick(folder: string): Promise<readonly Called[]> {
  const program = join(folder, "main.cjs");
  await bundle(program);
  tick(program, folder, "1");
  const loaded = callsOf(program, folder, ["--import", LOADED_ONLY]);
  const calls = callsOf(program, folder, []);
  const fileAt = fileFinder(program);
  return [...calls]
    .filter(([start, { name, count }]) => name !== "" && count > (loaded.get(start)?.count ?? 0))
    .map(([start, { name }]) => ({ name, file: fileAt(start) }))
    .filter(({ file }) => /^packages\/\w+\/src\//.test(file));
}

/** How often each function of the program is called by `tick 3`, by where it begins. */
function callsOf(program: string, folder: string, options: readonly string[]) {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  tick(program, folder, "3", options, { NODE_V8_COVERAGE: coverage });
  const [report = ""] = readdirSync(coverage);
  const { result }: Coverage = JSON.parse(readFileSync(join(coverage, report), "utf8"));
  const { functions = [] } = result.find(({ url }) => url.endsWith("/main.cjs")) ?? {};
  return new Map(
    functions.map(
      ({ functionName: name, ranges: [{ startOffset, count }] }) => [startOffset, { name, count }] as const,
    ),
  );
}

/** The chunks are left out: in local mode `tick` loads none of them. */
async function bundle(outfile: string): Promise<void> {
  process.chdir(join(ROOT, "packages/cli"));
  const { separateChunks } = await import("../packages/cli/build/plugins.ts");
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: ["src/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    sourcemap: "external",
    logLevel: "error",
    plugins: [separateChunks],
  });
}

function tick(
  program: string,
  home: string,
  source: string,
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): void {
  const { status, stderr } = spawnSync(process.execPath, [...options, program, "tick", source], {
    env: { PATH: process.env.PATH, DAILYLEET_HOME: join(home, "home"), ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

/** Tells the source file, from the root of the repository, of a place in the bundle. */
function fileFinder(program: string): (offset: number) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${program}.map`, "utf8")));
  const text = readFileSync(program, "utf8");
  return (offset) => {
    const lines = text.slice(0, offset).split("\n");
    const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
    return "originalSource" in entry ? relative(ROOT, resolve(dirname(program), entry.originalSource)) : "";
  };
}
