import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withPreloads } from "../../site/bundle.ts";
import { firstViewScripts } from "../budgets/support/page.ts";

const preloaded = (page: string) =>
  [...page.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(([, name]) => name);

it("names what the page's scripts import at once, once each, however deep and in a circle", () => {
  const page = `<head><link rel="stylesheet" href="/a.css"></head><script type="module" src="/main.js"></script>`;
  const imports = new Map([
    ["main.js", ["one.js", "two.js"]],
    ["one.js", ["deep.js"]],
    ["two.js", ["deep.js", "main.js"]],
    ["deep.js", []],
    ["later.js", ["one.js"]],
  ]);
  expect(preloaded(withPreloads(page, imports))).toEqual(["main.js", "one.js", "deep.js", "two.js"]);
});

it("is so in the built page", () => {
  const page = readFileSync(join(import.meta.dirname, "../../site/dist/index.html"), "utf8");
  const begin = firstViewScripts().map(({ name }) => `_astro/${name}`);
  expect(preloaded(page).toSorted()).toEqual(begin.toSorted());
});
