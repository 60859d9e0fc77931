import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SITE = join(import.meta.dirname, "../../site/src");

it("each custom property that a style sheet reads is set somewhere: without a value, a whole declaration is dropped", () => {
  const files = globSync("**/*.{css,ts,tsx,astro}", { cwd: SITE }).map((name) =>
    readFileSync(join(SITE, name), "utf8"),
  );
  const find = (pattern: RegExp) =>
    new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  const set = find(/(--[a-z0-9-]+)(?=["']?\]?\s*[:,]|\s*\{)/g);
  const read = find(/var\((--[a-z0-9-]+)\)/g);
  expect(read.size).toBeGreaterThan(40);
  expect([...read].filter((name) => !set.has(name))).toEqual([]);
});
