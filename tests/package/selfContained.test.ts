import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "../../packages/cli");

it("the program asks for nothing but Node's own modules and its own files", () => {
  const files = globSync("{bin,dist}/*.cjs", { cwd: PACKAGE });
  expect(files.length).toBeGreaterThan(5);
  const asked = files.flatMap((file) =>
    [...readFileSync(join(PACKAGE, file), "utf8").matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]/g)].map(
      ([, name = ""]) => ({ file, name }),
    ),
  );
  expect(asked.filter(({ name }) => !isBuiltin(name) && !/^\.\.?\//.test(name))).toEqual([]);
});

it("nothing is installed beside the package", () => {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  expect({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toEqual({});
});
