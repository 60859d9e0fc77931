import type { Context, Env } from "../context.ts";
import { type Paint, plainPaint } from "./style.ts";

/** Colours a mark that stands for so many of the five sources, 0 to 5. */
export type Tone = (level: number, mark: string) => string;

/** Greens of the 256 colours that brighten with the level, and for a light ground, where they darken. */
const ON_DARK = [22, 28, 34, 40, 46];
const ON_LIGHT = [114, 71, 34, 28, 22];
/** The nearest to it in a terminal of 16 colours. */
const FEW = [["green", "dim"], "green", ["green", "bold"], "greenBright", ["greenBright", "bold"]] as const;

/** Five tones; null where there is no colour. `keepsReading` as for `queryTerminal`. */
export async function toneFor(context: Context, paint: Paint, keepsReading = false): Promise<Tone | null> {
  if (paint === plainPaint) return null;
  const hasGreens = hasManyColors(context.env);
  const greens = hasGreens && (await isLight(context, keepsReading)) ? ON_LIGHT : ON_DARK;
  return (level, mark) => {
    if (level === 0) return paint("dim", mark);
    if (hasGreens) return `\u001b[38;5;${greens[level - 1]}m${mark}\u001b[39m`;
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

/** Asks for the colour of the background (OSC 11). */
const BACKGROUND = "\u001b]11;?\u001b\\";
const BACKGROUND_REPLY = /\]11;rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i;
/** How bright red, green and blue are. */
const BRIGHTNESS = [0.299, 0.587, 0.114];

/** Some terminals name their colours in COLORFGBG, as in '0;15': the ground is the last, and 7 and 15 are white. The others are asked. */
async function isLight({ env, platform, stdout, queryTerminal }: Context, keepsReading: boolean): Promise<boolean> {
  const named = /;(\d+)$/.exec(env.COLORFGBG ?? "")?.[1];
  if (named !== undefined) return ["7", "15"].includes(named);
  if (env.TERM === "dumb" || platform === "win32" || !stdout.isTerminal()) return false;
  const [, ...parts] = BACKGROUND_REPLY.exec(await queryTerminal(BACKGROUND, keepsReading)) ?? [];
  const shares = parts.map(
    (digits, index) => (Number.parseInt(digits, 16) / 16 ** digits.length) * (BRIGHTNESS[index] ?? 0),
  );
  return shares.reduce((sum, share) => sum + share, 0) > 0.5;
}
