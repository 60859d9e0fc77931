import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contrast } from "../e2e/support/colours.ts";

const SITE = join(import.meta.dirname, "../../site/src");
const TOKENS = readFileSync(join(SITE, "ui/tokens.css"), "utf8");

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

const SHEETS = globSync("**/*.css", { cwd: SITE }).map(
  (name) => [name, readFileSync(join(SITE, name), "utf8")] as const,
);
const ORDER = "@layer tokens, base, parts, screens;";

it("each rule is in one of the four layers, whose order each sheet that loads alone tells first", () => {
  const alone = new Set(["shell/all.css"]);
  for (const name of globSync("**/*.tsx", { cwd: SITE }))
    for (const [, path = ""] of readFileSync(join(SITE, name), "utf8").matchAll(/"(.*\.css)\?url"/g))
      alone.add(join(name, "..", path).replaceAll("\\", "/"));
  for (const [name, text] of SHEETS) {
    const beginnings = text.replaceAll(/\/\*.*?\*\//gs, "").match(/^\S.*[{;]$/gm) ?? [];
    const [first] = beginnings.filter((one) => one.startsWith("@layer"));
    expect([name, first === ORDER]).toEqual([name, alone.has(name)]);
    const others = beginnings.filter((one) => one !== ORDER && !/^@(import|property|font-face)\b/.test(one));
    expect([name, others.filter((one) => !/^@layer (tokens|base|parts|screens) \{$/.test(one))]).toEqual([name, []]);
  }
});

it("the layout changes at four widths of the window, and at a fifth the year stands beside the days", () => {
  const files = globSync("**/*.{css,tsx}", { cwd: SITE }).map((name) => readFileSync(join(SITE, name), "utf8"));
  const queries = files.flatMap((text) => text.match(/(?:@media|"\()[^{";]*width[^{";]*/g) ?? []);
  const widths = queries.flatMap((query) =>
    [...query.matchAll(/(?:([\d.]+rem) <=? )?width(?: ?[<>]=?|:)? ?([\d.]+rem)?/g)].flatMap(([, from, to]) => [
      from,
      to,
    ]),
  );
  expect([...new Set(widths.filter((width) => width !== undefined))].sort()).toEqual([
    "115rem",
    "19rem",
    "22rem",
    "46rem",
    "68rem",
  ]);
});

const THEMES = ["light", "dark"] as const;
const LEVELS = [0, 1, 2, 3, 4, 5];

it.each(THEMES)("the tones of the heatmap are 1.5:1 from one to the next, and their numbers 4.5:1, %s", (theme) => {
  const tones = LEVELS.map((level) => colourOf(`level-${level}`, theme));
  for (const [level, tone] of tones.entries()) {
    if (level > 0) expect(contrast(tone, tones[level - 1] ?? "")).toBeGreaterThanOrEqual(1.5);
    expect(contrast(tone, colourOf(level < 3 ? "ink" : "on-level", theme))).toBeGreaterThanOrEqual(4.5);
  }
});

/** A token's colour as `rgb()`. */
function colourOf(name: string, theme: (typeof THEMES)[number]): string {
  const found = new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(TOKENS);
  const hex = found?.[1 + THEMES.indexOf(theme)];
  if (hex === undefined) throw new Error(`tokens.css has no colour '${name}'`);
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(", ")})`;
}
