import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withPreloads } from "../../site/bundle.ts";
import { firstViewScripts } from "../budgets/support/page.ts";

/** The files that the page preloads always, for its islands, and for the sign-in screen. */
function preloaded(page: string) {
  const own = [...page.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(([, name = ""]) => name);
  const named = (part: string) => new RegExp(`<meta name="${part}" content="([^"]*)">`).exec(page)?.[1]?.split(" ");
  return [own, ...["islands", "gate"].map((part) => named(part)?.map((name) => name.slice(1)))];
}

it("names what the page's scripts import at once, once each, however deep and in a circle", () => {
  const page = `<script>0</script><script type="module" src="/main.js"></script><astro-island component-url="/island.js">`;
  const imports = new Map([
    ["main.js", ["one.js", "two.js"]],
    ["one.js", ["deep.js"]],
    ["two.js", ["deep.js", "main.js"]],
    ["deep.js", []],
    ["island.js", ["one.js", "react.js"]],
    ["react.js", []],
    ["_astro/gate.1.js", ["main.js", "box.js"]],
    ["box.js", []],
    ["later.js", ["one.js"]],
  ]);
  expect(preloaded(withPreloads(page, imports))).toEqual([
    ["main.js", "one.js", "deep.js", "two.js"],
    ["island.js", "react.js"],
    ["_astro/gate.1.js", "box.js"],
  ]);
});

it("is so in the built page", () => {
  const page = readFileSync(join(import.meta.dirname, "../../site/dist/index.html"), "utf8");
  const [own = [], islands = [], gate = []] = preloaded(page);
  const begin = (screen: "islands" | "gate") => firstViewScripts(screen).map(({ name }) => `_astro/${name}`);
  expect([...own, ...islands].toSorted()).toEqual(begin("islands").toSorted());
  expect([...own, ...gate].toSorted()).toEqual(begin("gate").toSorted());
});
