import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contrast } from "../e2e/support/colours.ts";

const TOKENS = readFileSync(join(import.meta.dirname, "../../site/src/ui/tokens.css"), "utf8");
const THEMES = ["light", "dark"] as const;
const LEVELS = [0, 1, 2, 3, 4, 5];

it.each(THEMES)("the tones of the heatmap are 1.5:1 from one to the next, and their numbers 4.5:1, %s", (theme) => {
  const tones = LEVELS.map((level) => colourOf(`level-${level}`, theme));
  for (const [level, tone] of tones.entries()) {
    if (level > 0) expect(contrast(tone, tones[level - 1] ?? "")).toBeGreaterThanOrEqual(1.5);
    expect(contrast(tone, colourOf(level < 3 ? "ink" : "on-level", theme))).toBeGreaterThanOrEqual(4.5);
  }
});

/** The colour of a token as `rgb()`. */
function colourOf(name: string, theme: (typeof THEMES)[number]): string {
  const found = new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(TOKENS);
  const hex = found?.[1 + THEMES.indexOf(theme)];
  if (hex === undefined) throw new Error(`tokens.css has no colour '${name}'`);
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(", ")})`;
}
