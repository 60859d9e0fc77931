import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast } from "../e2e/support/colours.ts";

const TOKENS = readFileSync(join(import.meta.dirname, "../../site/src/ui/tokens.css"), "utf8");
const THEMES = ["light", "dark"] as const;
const LEVELS = [0, 1, 2, 3, 4, 5];

describe.each([
  ["light", [1.52, 1.54, 1.62, 1.55, 1.57], [12.46, 8.2, 5.34, 4.63, 7.18, 11.23]],
  ["dark", [1.6, 1.57, 1.66, 1.66, 1.64], [11.57, 7.24, 4.6, 5.47, 9.08, 14.88]],
] as const)("the tones of the heatmap in the %s theme", (theme, steps, words) => {
  const tones = LEVELS.map((level) => colourOf(`level-${level}`, theme));

  it("are told from each other at a glance, 1.5:1 or more from one to the next", () => {
    const found = tones.slice(1).map((tone, index) => rounded(contrast(tone, tones[index] ?? "")));
    expect(found).toEqual(steps);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(1.5);
  });

  it("have readable numbers on them, 4.5:1 or more", () => {
    const found = tones.map((tone, level) => {
      return rounded(contrast(tone, colourOf(level < 3 ? "ink" : "on-level", theme)));
    });
    expect(found).toEqual(words);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(4.5);
  });
});

/** The colour of a token as `rgb()`. */
function colourOf(name: string, theme: (typeof THEMES)[number]): string {
  const found = new RegExp(`--${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(TOKENS);
  const hex = found?.[1 + THEMES.indexOf(theme)];
  if (hex === undefined) throw new Error(`tokens.css has no colour '${name}'`);
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(", ")})`;
}

function rounded(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
