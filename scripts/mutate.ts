// `npm run mutate` breaks core's source in one place at a time and runs the tests of that place. A break that no test
// notices needs a test, or an entry in EQUIVALENT. The script restores each file after its tests, also on Ctrl-C.
// StrykerJS could do this with `inPlace`, but adds 211 packages to each `npm ci` and takes four seconds a mutant.
// Without `inPlace` it breaks a copy that no test loads.
//
//   npm run mutate                            every fourth place, the same in each run
//   npm run mutate -- --share 5 --seed 2      every fifth place, from the third on
//   npm run mutate -- --all replica           every place in one or more folders
//   npm run mutate -- --list                  lists the breaks and runs nothing
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = "packages/core/src";
const FOLDERS = ["replica", "changes", "transfer", "practice", "rules"];

/** Run only if the folder's own tests (`tests/core/FOLDER`) don't notice the break. */
const MORE_TESTS = [
  ...[...FOLDERS, "config", "firestore", "questions", "ticks"].map((folder) => `tests/core/${folder}/`),
  "tests/contract/sqlite.test.ts",
  "tests/reliability/interleavings.test.ts",
  "tests/reliability/underWay.test.ts",
];

/** Breaks without an effect. */
const EQUIVALENT: readonly (readonly [file: string, before: string, after: string, why: string])[] = [
  [
    "practice/plan.ts",
    "entries.sort(([a], [b]) => (a < b ? -1 : 1));",
    "entries.sort(([a], [b]) => (a <= b ? -1 : 1));",
    "the two differ",
  ],
  [
    "practice/practice.ts",
    "if (known) return known;",
    "if (false) return known;",
    "a cache, without which the same is worked out again",
  ],
  ["practice/practice.ts", "lists.set(questions, list);", ";", "a cache, without which the same is worked out again"],
  [
    "replica/freshness.ts",
    "return age >= 0 && age < policy.glanceMs && watched().every((table) => tables.includes(table));",
    "return age >= 0 && age <= policy.glanceMs && watched().every((table) => tables.includes(table));",
    "a millisecond of ten minutes",
  ],
  [
    "rules/documentRules.ts",
    "if (!open.before || from === null || Number(readInteger(open.after.year)) <= from) return null;",
    "if (!open.before && from === null || Number(readInteger(open.after.year)) <= from) return null;",
    "a document without a year has no archive, which is looked for next",
  ],
];

/** The code to break and its replacement. Matches in types, comments and strings don't count. */
const OPERATORS: readonly (readonly [match: RegExp, becomes: (found: string) => string])[] = [
  [/(?<= )(===|!==)(?= )/g, (found) => (found === "===" ? "!==" : "===")],
  [/(?<= )[<>]=?(?= )/g, (found) => (found.endsWith("=") ? found.slice(0, 1) : `${found}=`)],
  [/(?<= )(&&|\|\|)(?= )/g, (found) => (found === "&&" ? "||" : "&&")],
  [/(?<= )[+-](?= )/g, (found) => (found === "+" ? "-" : "+")],
  [/(?<=[([ ])!(?=[\w(])/g, () => ""],
  [/\b(true|false)\b/g, (found) => String(found === "false")],
  [/\.(some|every)(?=\()/g, (found) => (found === ".some" ? ".every" : ".some")],
  [/\bMath\.(min|max)\b/g, (found) => (found === "Math.min" ? "Math.max" : "Math.min")],
  [/\bif \(.*\)(?= (return|continue|break|throw|\{))/g, () => "if (false)"],
  [/(?<=^ +)(await )?[\w.?]+\([^{}]*\);$/gm, () => ";"],
  [/(?<=^ +)[\w.]+ [+-]?= [^{}]*;$/gm, () => ";"],
  [/(?<=(return|=>|[?:=]) )\[[^[\]\n]+\](?=[;,)])/g, () => "[]"],
];

const IGNORED =
  /\/\*.*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(=,:?] )\/(?:\\.|[^/\n\\])+\/|^(?:import|export \*|export \{)[^;]*;/gms;

interface Mutant {
  readonly folder: string;
  readonly file: string;
  readonly line: number;
  /** The line before and after. */
  readonly before: string;
  readonly after: string;
  /** The whole broken file. */
  readonly text: string;
}

function mutantsOf(folder: string, name: string): Mutant[] {
  const file = `${SOURCE}/${folder}/${name}`;
  const text = readFileSync(join(ROOT, file), "utf8");
  const searched = stripTypeScriptTypes(text).replace(IGNORED, (found) => found.replace(/[^\n]/g, "_"));
  return OPERATORS.flatMap(([match, becomes]) =>
    [...searched.matchAll(match)].flatMap(({ 0: found, index }) => {
      const broken = text.slice(0, index) + becomes(found) + text.slice(index + found.length);
      const line = text.slice(0, index).split("\n").length;
      const lineOf = (whole: string) => whole.split("\n")[line - 1]?.trim() ?? "";
      return parses(broken) ? { folder, file, line, before: lineOf(text), after: lineOf(broken), text: broken } : [];
    }),
  );
}

/** False for a syntax error: every test would notice it, which proves nothing. */
function parses(text: string): boolean {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}

/** The file that is broken now, with its original text. */
let original: { readonly path: string; readonly text: string } | undefined;

function restore(): void {
  if (original) writeFileSync(original.path, original.text);
  original = undefined;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    share: { type: "string", default: "4" },
    seed: { type: "string", default: "0" },
  },
});
const step = options.all ? 1 : Number(options.share);
const places = (positionals.length > 0 ? positionals : FOLDERS).flatMap((folder) => {
  const files = readdirSync(join(ROOT, SOURCE, folder)).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => mutantsOf(folder, name));
});
const isEquivalent = ({ file, before, after }: Mutant) =>
  EQUIVALENT.some(([name, was, is]) => file === `${SOURCE}/${name}` && before === was && after === is);
const chosen = places.filter((_, index) => index % step === Number(options.seed) % step);
const tried = chosen.filter((mutant) => !isEquivalent(mutant));
console.log(`${places.length} places, ${chosen.length} chosen, ${chosen.length - tried.length} of them equivalent`);
if (options.list) for (const mutant of tried) console.log(describe(mutant));
else process.exitCode = (await run(tried)) ? 0 : 1;
process.exit();

function describe({ file, line, before, after }: Mutant): string {
  return `${file}:${line}\n    ${before}\n    ${after}`;
}

/** Resolves to whether the tests noticed every mutant. */
async function run(mutants: readonly Mutant[]): Promise<boolean> {
  process.on("exit", restore);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  // Kills a test process that a mutant keeps busy for ever: a test's timeout can't interrupt a loop.
  const watchdog = `new (await import("node:worker_threads")).Worker("setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300_000)", { eval: true }).unref()`;
  const vitest = await createVitest({
    root: ROOT,
    config: false,
    watch: false,
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/support/setClock.ts"],
    env: { CLOCK_AHEAD: String(new Date("2026-06-10T12:00").getTime() - Date.now()) },
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(watchdog)}`],
    reporters: [{}],
  });
  const passFiles = async (wanted: readonly string[]): Promise<boolean> => {
    const specifications = await vitest.globTestSpecifications([...wanted]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // `testModules` also holds modules of earlier runs.
    const files = new Set(specifications.map(({ moduleId }) => moduleId));
    const ran = testModules.filter(({ moduleId }) => files.has(moduleId));
    return unhandledErrors.length === 0 && ran.length > 0 && ran.every((module) => module.ok());
  };
  const pass = async (folder: string): Promise<boolean> =>
    (await passFiles([`tests/core/${folder}/`])) && passFiles(MORE_TESTS);
  if (!(await passFiles(MORE_TESTS))) throw new Error("tests fail before anything is broken");
  const score = new Map<string, { killed: number; of: number }>();
  for (const folder of new Set(mutants.map((mutant) => mutant.folder))) {
    const count = { killed: 0, of: 0 };
    score.set(folder, count);
    for (const mutant of mutants.filter((one) => one.folder === folder)) {
      const path = join(ROOT, mutant.file);
      original = { path, text: readFileSync(path, "utf8") };
      writeFileSync(path, mutant.text);
      vitest.invalidateFile(path);
      const survived = await pass(folder);
      restore();
      vitest.invalidateFile(path);
      count.of++;
      if (survived) console.log(`SURVIVED ${describe(mutant)}`);
      else count.killed++;
      if (!survived) console.log(`killed   ${mutant.file}:${mutant.line}`);
    }
  }
  await vitest.close();
  for (const [folder, { killed, of }] of score) console.log(`${folder.padEnd(10)} ${killed} of ${of} killed`);
  return [...score.values()].every(({ killed, of }) => killed === of);
}
