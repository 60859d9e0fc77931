import { styleText } from "node:util";
import type { Context, Env } from "../context.ts";
import type { GlobalOptions } from "./options.ts";
import { type Measure, measureFor } from "./width.ts";

export interface Style {
  readonly paint: Paint;
  /**
   * Whether to print more than ASCII. True for a UTF-8 locale with suitable fonts, and for a Windows terminal with
   * UTF-8.
   */
  readonly unicode: boolean;
}

export interface Capabilities extends Style {
  readonly columns: number;
  /** 0 if unknown. */
  readonly rows: number;
  readonly measure: Measure;
  /** Null without colour. */
  readonly scale: ColorScale | null;
}

/** --color decides, else FORCE_COLOR, else NO_COLOR (https://no-color.org), else whether stdout is a terminal. */
export function styleOf({ env, platform, stdout }: Context, { color }: GlobalOptions): Style {
  const isWanted = env.FORCE_COLOR
    ? !["0", "false"].includes(env.FORCE_COLOR)
    : !env.NO_COLOR && stdout.isTerminal() && env.TERM !== "dumb";
  const hasColor = color === "auto" ? isWanted : color === "always";
  const paint: Paint = hasColor ? (format, text) => styleText(format, text, { validateStream: false }) : plainPaint;
  return { paint, unicode: hasUnicode(env, platform) };
}

function hasUnicode(env: Env, platform: NodeJS.Platform): boolean {
  // A font of the Linux console has at most 512 characters, without check marks and boxes.
  if (env.TERM === "linux") return false;
  if (platform === "win32") return env.WT_SESSION !== undefined || env.TERM_PROGRAM !== undefined;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return platform === "darwin" ? locale !== "C" && locale !== "POSIX" : /utf-?8/i.test(locale);
}

/** `texts` are the texts to render, which `measure` must fit. */
export async function capabilitiesOf(
  context: Context,
  options: GlobalOptions,
  texts: readonly string[] = [],
): Promise<Capabilities> {
  const { stdout } = context;
  const measure = await measureFor(texts);
  const style = styleOf(context, options);
  const scale = style.paint === plainPaint ? null : colorScale(style.paint);
  return { ...style, columns: stdout.columns(), rows: stdout.rows(), measure, scale };
}

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export const plainPaint: Paint = (_, text) => text;

/** Colours a mark by `level`, the number of sources done: 0 to 5. */
type ColorScale = (level: number, mark: string) => string;

/** Only the sixteen basic colours, which a terminal's theme fits to its background. */
const GREENS = [["green", "dim"], "green", ["green", "bold"], "greenBright", ["greenBright", "bold"]] as const;

const colorScale =
  (paint: Paint): ColorScale =>
  (level, mark) =>
    paint(level === 0 ? "dim" : [...[GREENS[level - 1] ?? "green"].flat()], mark);
