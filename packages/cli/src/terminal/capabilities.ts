import { styleText } from "node:util";
import type { Context, Env } from "../context.ts";
import type { GlobalOptions } from "./options.ts";
import { type Measure, measureFor } from "./width.ts";

export interface Style {
  readonly paint: Paint;
  /** Whether more than ASCII can be shown: a UTF-8 locale, or a terminal of Windows that knows it. */
  readonly unicode: boolean;
}

export interface Capabilities extends Style {
  readonly columns: number;
  /** 0 where it is no terminal. */
  readonly rows: number;
  readonly measure: Measure;
}

export interface ColorCapabilities extends Capabilities {
  readonly scale: ColorScale | null;
}

/** --color decides; else FORCE_COLOR, then NO_COLOR (https://no-color.org), then whether stdout is a terminal. */
export function styleOf({ env, platform, stdout }: Context, { color }: GlobalOptions): Style {
  const isWanted = env.FORCE_COLOR
    ? !["0", "false"].includes(env.FORCE_COLOR)
    : !env.NO_COLOR && stdout.isTerminal() && env.TERM !== "dumb";
  const hasColor = color === "auto" ? isWanted : color === "always";
  const paint: Paint = hasColor ? (format, text) => styleText(format, text, { validateStream: false }) : plainPaint;
  return { paint, unicode: hasUnicode(env, platform) };
}

function hasUnicode(env: Env, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return env.WT_SESSION !== undefined || env.TERM_PROGRAM !== undefined;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return platform === "darwin" ? locale !== "C" && locale !== "POSIX" : /utf-?8/i.test(locale);
}

/** `texts` are those of unknown width that will be rendered. */
export async function capabilitiesOf(
  context: Context,
  options: GlobalOptions,
  texts: readonly string[] = [],
): Promise<Capabilities> {
  const { stdout } = context;
  const measure = await measureFor(texts);
  return { ...styleOf(context, options), columns: stdout.columns(), rows: stdout.rows(), measure };
}

/** May ask the terminal for its background. */
export async function colorCapabilitiesOf(
  context: Context,
  options: GlobalOptions,
  texts: readonly string[] = [],
): Promise<ColorCapabilities> {
  const terminal = await capabilitiesOf(context, options, texts);
  return { ...terminal, scale: await colorScaleFor(context, terminal.paint) };
}

/** Puts a text into a colour or weight, or leaves it plain. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export const plainPaint: Paint = (_, text) => text;

/** Colours a mark that stands for so many of the five sources, 0 to 5. */
type ColorScale = (level: number, mark: string) => string;

/** Greens of the 256 colours: brighter with the level on a dark background, darker on a light one. */
const ON_DARK = [22, 28, 34, 40, 46];
const ON_LIGHT = [114, 71, 34, 28, 22];
/** The nearest in 16 colours. */
const FEW = [["green", "dim"], "green", ["green", "bold"], "greenBright", ["greenBright", "bold"]] as const;

/** Null without colour. */
async function colorScaleFor(context: Context, paint: Paint): Promise<ColorScale | null> {
  if (paint === plainPaint) return null;
  const hasGreens = hasManyColors(context.env);
  const greens = hasGreens && (await isLight(context)) ? ON_LIGHT : ON_DARK;
  return (level, mark) => {
    if (level === 0) return paint("dim", mark);
    if (hasGreens) return `\u001b[38;5;${greens[level - 1]}m${mark}\u001b[39m`;
    return paint([...[FEW[level - 1] ?? "green"].flat()], mark);
  };
}

function hasManyColors({ TERM = "", COLORTERM, TERM_PROGRAM, WT_SESSION, FORCE_COLOR = "" }: Env): boolean {
  if (["2", "3"].includes(FORCE_COLOR)) return true;
  return (
    /256|direct|kitty|alacritty|ghostty|foot|wezterm/.test(TERM) || [COLORTERM, TERM_PROGRAM, WT_SESSION].some(Boolean)
  );
}

/** Queries the background colour (OSC 11). */
const BACKGROUND = "\u001b]11;?\u001b\\";
const BACKGROUND_REPLY = /\]11;rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i;
/** Luminance of red, green and blue. */
const BRIGHTNESS = [0.299, 0.587, 0.114];

/** By COLORFGBG, as '0;15' (the background is last; 7 and 15 are white), or by asking the terminal. */
async function isLight({ env, platform, stdout, queryTerminal }: Context): Promise<boolean> {
  const named = /;(\d+)$/.exec(env.COLORFGBG ?? "")?.[1];
  if (named !== undefined) return ["7", "15"].includes(named);
  if (env.TERM === "dumb" || platform === "win32" || !stdout.isTerminal()) return false;
  const [, ...parts] = BACKGROUND_REPLY.exec(await queryTerminal(BACKGROUND)) ?? [];
  const luminance = BRIGHTNESS.reduce((sum, weight, index) => {
    const digits = parts[index] ?? "0";
    return sum + (weight * Number.parseInt(digits, 16)) / 16 ** digits.length;
  }, 0);
  return luminance > 0.5;
}
