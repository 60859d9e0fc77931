import type { Env } from "../context.ts";
import { type Paint, plainPaint } from "./style.ts";

/** Colours a mark that stands for so many of the five sources, 0 to 5. */
export type Tone = (level: number, mark: string) => string;

/** Greens of the 256 colours that brighten with the level, and for a light ground, where they darken. */
const ON_DARK = [22, 28, 34, 40, 46];
const ON_LIGHT = [114, 71, 34, 28, 22];
/** The nearest to it in a terminal of 16 colours. */
const FEW = [["green", "dim"], "green", ["green", "bold"], "greenBright", ["greenBright", "bold"]] as const;

/** Five tones; null where there is no colour. */
export function toneFor(paint: Paint, env: Env): Tone | null {
  if (paint === plainPaint) return null;
  const greens = isLight(env) ? ON_LIGHT : ON_DARK;
  return (level, mark) => {
    if (level === 0) return paint("dim", mark);
    if (hasManyColors(env)) return `\u001b[38;5;${greens[level - 1]}m${mark}\u001b[39m`;
    return paint([...[FEW[level - 1] ?? "green"].flat()], mark);
  };
}

/** Whether the terminal says of itself that it knows 256 colours. */
function hasManyColors({ TERM = "", COLORTERM, TERM_PROGRAM, WT_SESSION, FORCE_COLOR = "" }: Env): boolean {
  if (["2", "3"].includes(FORCE_COLOR)) return true;
  return (
    /256|direct|kitty|alacritty|ghostty|foot|wezterm/.test(TERM) || [COLORTERM, TERM_PROGRAM, WT_SESSION].some(Boolean)
  );
}

/** Some terminals name their colours in COLORFGBG, as in '0;15': the ground is the last, and 7 and 15 are white. */
function isLight({ COLORFGBG = "" }: Env): boolean {
  return /;(7|15)$/.test(COLORFGBG);
}
