import { expect, it } from "vitest";
import { withPreloads } from "../../site/bundle.ts";
import { isFirebase, readPage } from "../budgets/support/page.ts";

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

it("is so in the built page, of which the sign-in service's part waits for the first paint", () => {
  const { html, scripts } = readPage();
  const begin = scripts.filter((part) => !isFirebase(part)).map(({ name }) => name);
  expect(preloaded(html.text).toSorted()).toEqual(begin.toSorted());
});
