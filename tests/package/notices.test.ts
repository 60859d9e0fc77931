import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundledPackages, noticesText } from "../../scripts/notices/notices.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?\sfrom\s+"([^"]+)"|\b(?:import\(\s*"|url\("(?=@))([^"]+)"/gm;

/** The external packages that the sources and style sheets of these parts import, without types. */
function importedBy(parts: readonly string[]): string[] {
  const files = globSync(`{${parts.join(",")}}/src/**/*.{ts,tsx,astro,css}`, { cwd: ROOT });
  const names = files.flatMap((file) => [...read(file).matchAll(IMPORT)].map(([, a, b]) => a ?? b ?? ""));
  const others = names.filter((name) => !/^[./]|^@dailyleet\/|^astro:/.test(name) && !isBuiltin(name));
  return [...new Set(others.map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")))].sort();
}

/** The packages that a notices file lists with a licence text. */
function namedIn(notices: string): string[] {
  const listed = [...notices.matchAll(/^ {2}(\S+) \d\S* \(.+\)$/gm)].map(([, name = ""]) => name);
  const owners = notices
    .split(/\n-{80}\n/)
    .slice(1)
    .flatMap((block) => block.trim().split("\n")[0]?.split(", ") ?? []);
  expect([...owners].sort()).toEqual([...listed].sort());
  return listed;
}

it.each([
  [
    "site/dist/third-party-notices.txt",
    ["site", "packages/core", "packages/client"],
    ["astro", "scheduler", "neetcode-gh/leetcode"],
  ],
  [
    "packages/cli/dist/third-party-notices.txt",
    ["packages/cli", "packages/core", "packages/client", "packages/local", "site"],
    // Indirect packages: dependencies of the sign-in check, and those that draw the page.
    ["ecdsa-sig-formatter", "gaxios", "astro", "scheduler", "neetcode-gh/leetcode"],
  ],
])("%s names every package that is bundled", (file, parts, indirect) => {
  const imported = importedBy(parts);
  expect(imported).toContain("react");
  expect(namedIn(read(file))).toEqual(expect.arrayContaining([...imported, ...indirect]));
});

it("the site's notices are deployed with it, and those of the site are in the package's", () => {
  const site = read("site/dist/third-party-notices.txt");
  expect(read("packages/cli/dist/site/third-party-notices.txt")).toBe(site);
  expect(read("packages/cli/dist/third-party-notices.txt")).toContain(site);
});

it("a package in another's folder is itself, and one licence text stands once", () => {
  const own = (path: string) => join(ROOT, "node_modules", path);
  const packages = bundledPackages([
    own("firebase/node_modules/@firebase/auth/dist/index.js"),
    own("gaxios/build/cjs/src/gaxios.js"),
    own("gaxios/build/cjs/src/retry.js"),
    own("google-auth-library/build/src/util.js"),
    join(ROOT, "packages/core/src/index.ts"),
    "\0virtual",
  ]);
  expect(packages.map(({ name }) => name)).toEqual(["@firebase/auth", "gaxios", "google-auth-library"]);
  expect(noticesText("In it:", packages).match(/Version 2\.0, January 2004/g)).toHaveLength(1);
});

it("a package whose licence nobody can read stops the build", () => {
  const packages = [{ name: "odd", version: "1.0.0", license: "MIT", text: null }];
  expect(() => noticesText("In it:", packages)).toThrow("under MIT and has no licence file");
});

it("the package has the repository's licence", () => {
  expect(read("packages/cli/LICENSE")).toBe(read("LICENSE"));
});
