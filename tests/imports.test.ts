import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface Rule {
  readonly part: string;
  /** The packages of this repository that the part may import. */
  readonly own: readonly string[];
  readonly node: boolean;
  /**
   * The external packages that the part may import: any that it declares, or these (package → the folder that may use
   * it).
   */
  readonly others: "declared" | Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = [
  { part: "packages/core", own: [], node: false, others: { "ts-fsrs": "src/practice/" } },
  { part: "packages/client", own: ["core"], node: false, others: {} },
  { part: "packages/local", own: ["core"], node: true, others: {} },
  { part: "packages/cli", own: ["core", "client", "local"], node: true, others: "declared" },
  { part: "site", own: ["core", "client"], node: false, others: "declared" },
];

/**
 * The text between the quotes of an import. A text with a space or a comma, or one that begins with `${`, is no import.
 */
const NAME = String.raw`["'\`](?!\$\{)([^"'\`\s,;]+)["'\`]`;
const STATEMENT = new RegExp(
  String.raw`\bfrom\s*${NAME}|\bimport\s*\(?\s*${NAME}|\brequire(?:\.resolve)?\s*\(\s*${NAME}`,
  "g",
);

interface Import {
  readonly file: string;
  readonly name: string;
}

function importsOf(part: string): Import[] {
  return sourcesOf(part).flatMap((file) =>
    [...withoutComments(readFileSync(file, "utf8")).matchAll(STATEMENT)].map((match) => ({
      file,
      name: match[1] ?? match[2] ?? match[3] ?? "",
    })),
  );
}

function sourcesOf(part: string): string[] {
  return globSync("src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,astro,css}", { cwd: join(ROOT, part) }).map((file) =>
    join(ROOT, part, file),
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
}

const isRelative = (name: string) => name.startsWith(".") || name.startsWith("/");
const isNode = (name: string) => name.startsWith("node:") || builtinModules.includes(name);
const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");
const shown = (imports: Import[]) => imports.map(({ file, name }) => `${file.slice(ROOT.length + 1)} imports ${name}`);

function manifestOf(part: string): { name: string; dependencies?: object; devDependencies?: object } {
  return JSON.parse(readFileSync(join(ROOT, part, "package.json"), "utf8"));
}

describe.each(RULES)("$part", ({ part, own, node, others }) => {
  const imports = importsOf(part);
  const allowed = own.map((name) => `@dailyleet/${name}`);

  test("has sources that were read", () => {
    expect(sourcesOf(part).length).toBeGreaterThan(5);
    expect(imports.length).toBeGreaterThan(10);
  });

  test(`imports ${["nothing", ...allowed].at(allowed.length === 0 ? 0 : 1)} of this repository and nothing else of it`, () => {
    const wrong = imports.filter(({ name }) => name.startsWith("@dailyleet/") && !allowed.includes(packageOf(name)));
    expect(shown(wrong)).toEqual([]);
  });

  test("leaves its own folder by no relative import", () => {
    const folder = join(ROOT, part) + sep;
    const wrong = imports.filter(
      ({ file, name }) => isRelative(name) && !resolve(dirname(file), name).startsWith(folder),
    );
    expect(shown(wrong)).toEqual([]);
  });

  test(node ? "names Node's modules with their prefix" : "imports no module of Node", () => {
    const wrong = imports.filter(({ name }) => isNode(name) && !(node && name.startsWith("node:")));
    expect(shown(wrong)).toEqual([]);
  });

  test(
    others === "declared"
      ? "declares every other package that it imports"
      : "imports other packages only where they are for",
    () => {
      const { dependencies, devDependencies } = manifestOf(part);
      const declared = Object.keys({ ...dependencies, ...devDependencies });
      const mayImport = ({ file, name }: Import) => {
        if (others === "declared") return declared.includes(packageOf(name));
        return file.startsWith(join(ROOT, part, others[packageOf(name)] ?? "no such folder"));
      };
      const isOther = ({ name }: Import) => !isRelative(name) && !isNode(name) && !name.startsWith("@dailyleet/");
      expect(shown(imports.filter((each) => isOther(each) && !mayImport(each)))).toEqual([]);
    },
  );

  test("declares the packages of this repository that it may import, and no other", () => {
    const { dependencies, devDependencies } = manifestOf(part);
    const declared = Object.keys({ ...dependencies, ...devDependencies });
    expect(declared.filter((name) => name.startsWith("@dailyleet/")).sort()).toEqual(allowed.toSorted());
    if (others === "declared") return;
    expect(declared.filter((name) => !name.startsWith("@dailyleet/"))).toEqual(Object.keys(others));
  });
});

/** One use of the environment per line; none may compile in the pure packages. */
const IMPURE = [
  "document.title;",
  "window.name;",
  "localStorage.clear();",
  'fetch("https://example.org/");',
  "setTimeout(() => {}, 1);",
  "console.log(1);",
  "process.exit(1);",
  'Buffer.from("x");',
  'import "node:fs";',
  "crypto.randomUUID();",
];

describe.each(["packages/core", "packages/client"])("%s", (part) => {
  test("does not compile with anything of Node or of the browser in it", () => {
    const folder = mkdtempSync(join(tmpdir(), "dailyleet-types-"));
    try {
      writeFileSync(join(folder, "impure.ts"), IMPURE.join("\n"));
      const include = [join(ROOT, part, "src"), join(ROOT, "packages/core/src/globals.d.ts"), "impure.ts"];
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({ extends: join(ROOT, part, "tsconfig.json"), include }),
      );
      const tsc = join(ROOT, "node_modules/.bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
      const lines = [...stdout.matchAll(/impure\.ts\((\d+),/g)].map((match) => Number(match[1]));
      expect([...new Set(lines)]).toEqual(IMPURE.map((_, index) => index + 1));
      expect(stdout.match(/\berror\b/g)?.length, stdout).toBe(lines.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test("below the declaration of each command stands the function that runs it, which sees nothing of commander", () => {
  const commands = sourcesOf("packages/cli").map((file) => readFileSync(file, "utf8"));
  const functions = commands.map((source) => source.match(/^(export )?(async )?function \w+.*/gm) ?? []);
  const registered = functions.flatMap((lines) =>
    lines.flatMap((line, index) => (/ register[A-Z]/.test(line) ? [[line, lines[index + 1] ?? "nothing"]] : [])),
  );
  expect(registered.length).toBeGreaterThan(20);
  // One function runs both `tick` and `untick`.
  const wrong = registered.filter(([, next = ""]) => !/function (run[A-Z]\w*\((?!program)|register[A-Z])/.test(next));
  expect(wrong).toEqual([]);
});

/**
 * Code that turns a moment into a date, and the files where that date is not the person's day but the date of a file or
 * a stored document.
 */
const DATING = /\bcivilDateAt\(|\.get(FullYear|Month|Date|Day)\(|\btoLocaleDateString\b|\bdateStyle\b|\.slice\(0, 10\)/;
const NO_DAY_OF_THE_PERSON = [
  "packages/core/src/calendar/calendar.ts",
  "packages/core/src/store/years.ts",
  "packages/cli/src/files/backups.ts",
  "packages/cli/src/questions/sheet.ts",
  "packages/cli/src/terminal/dates.ts",
  "site/src/questions/summary.ts",
];

test("whoever asks for today asks one function, which knows when the person's day ends", () => {
  const files = RULES.flatMap(({ part }) => sourcesOf(part));
  const found = files.filter((file) => DATING.test(withoutComments(readFileSync(file, "utf8"))));
  expect(found.map((file) => relative(ROOT, file).split(sep).join("/")).sort()).toEqual(NO_DAY_OF_THE_PERSON.sort());
});

test("core asks no clock and no dice: today and now are arguments", () => {
  const asking =
    /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bMath\.random\b|\bperformance\b|\bnew Intl\b(?!\.Locale\b|.*timeZone:)/;
  const wrong = sourcesOf("packages/core").filter((file) => asking.test(withoutComments(readFileSync(file, "utf8"))));
  expect(wrong).toEqual([]);
});

/** A room is a folder, or a file at the package's root. */
test.each(RULES)("no room of $part imports one that imports it", ({ part }) => {
  const folder = join(ROOT, part, "src") + sep;
  const roomOf = (file: string) =>
    file
      .slice(folder.length)
      .split(sep)[0]
      ?.replace(/\.\w+$/, "") ?? "";
  const rooms = new Map<string, Set<string>>();
  for (const { file, name } of importsOf(part).filter(({ name }) => isRelative(name))) {
    const [from, to] = [roomOf(file), roomOf(resolve(dirname(file), name))];
    if (from !== to) rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
  }
  expect(rooms.size).toBeGreaterThan(0);
  // Remove each room that imports no remaining room; any rest is a cycle.
  const bottom = () => [...rooms].find(([, imported]) => ![...imported].some((room) => rooms.has(room)));
  for (let found = bottom(); found; found = bottom()) rooms.delete(found[0]);
  expect([...rooms.keys()]).toEqual([]);
});

test("storage talks to nobody: it returns what happened, and commands print it", () => {
  const STORAGE = ["files", "judges", "cloud", "questions"].map((room) => join(ROOT, "packages/cli/src", room) + sep);
  const talking = /\b(print(Note|Notes|Json)|writeText|setExitCode)\b|\.(stdout|stderr|ask)\b|\bconsole\b/;
  const files = sourcesOf("packages/cli").filter((file) => STORAGE.some((room) => file.startsWith(room)));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => talking.test(withoutComments(readFileSync(file, "utf8"))))).toEqual([]);
});

const EXPORT = /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

test("no two files export the same name: a name has one meaning", () => {
  const exported = RULES.flatMap(({ part }) => sourcesOf(part)).flatMap((file) => {
    const names = [...withoutComments(readFileSync(file, "utf8")).matchAll(EXPORT)].map(([, name = ""]) => name);
    return [...new Set(names)].map((name) => ({ name, file: relative(ROOT, file) }));
  });
  expect(exported.length).toBeGreaterThan(1_000);
  const doubles = [...Map.groupBy(exported, ({ name }) => name)].filter(([, found]) => found.length > 1);
  expect(doubles.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(", ")}`)).toEqual([]);
});
