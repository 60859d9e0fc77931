import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempDirectory } from "../support/tempDirectory.ts";

const PACKAGE = join(import.meta.dirname, "../../packages/cli");

/** Matches `require("x")`, `import("x")`, `import "x"` and `… from "x"`. */
const ASKED = /\b(?:require\(|import\(|import|from)\s*["'`]([@\w./:-]*[a-z][@\w./:-]*)["'`]/g;

it("the program asks for nothing but Node's own modules and its own files", () => {
  const files = globSync("{bin,dist}/*.{cjs,mjs}", { cwd: PACKAGE });
  expect(files.length).toBeGreaterThan(5);
  const asked = files.flatMap((file) =>
    [...readFileSync(join(PACKAGE, file), "utf8").matchAll(ASKED)].map(([, name = ""]) => ({ file, name })),
  );
  expect(asked.filter(({ name }) => !isBuiltin(name) && !/^\.\.?\//.test(name))).toEqual([]);
});

it("page and program are built before the package is packed", () => {
  const root = tempDirectory();
  const own = join(root, "packages/cli");
  const build = "mkdir packages/cli/dist && touch packages/cli/dist/main.js";
  mkdirSync(own, { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { build } }));
  cpSync(join(PACKAGE, "package.json"), join(own, "package.json"));
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], { cwd: own, encoding: "utf8" });
  expect(packed).toContain('"path": "dist/main.js"');
});

it("nothing is installed beside the package", () => {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  expect({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toEqual({});
});
