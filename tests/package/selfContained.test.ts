import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "../../packages/cli");

/** `require("x")`, `import("x")`, `import "x"` and `… from "x"`. */
const ASKED = /\b(?:require\(|import\(|import|from)\s*["'`]([@\w./:-]*[a-z][@\w./:-]*)["'`]/g;

it("the program asks for nothing but Node's own modules and its own files", () => {
  const files = globSync("{bin,dist}/*.{cjs,mjs}", { cwd: PACKAGE });
  expect(files.length).toBeGreaterThan(5);
  const asked = files.flatMap((file) =>
    [...readFileSync(join(PACKAGE, file), "utf8").matchAll(ASKED)].map(([, name = ""]) => ({ file, name })),
  );
  expect(asked.filter(({ name }) => !isBuiltin(name) && !/^\.\.?\//.test(name))).toEqual([]);
});

it("nothing is installed beside the package", () => {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  expect({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toEqual({});
});
