import type { Context, Output } from "../context.ts";
import type { GlobalOptions } from "./options.ts";
import { hasUnicode, type Paint, paintFor } from "./style.ts";
import { type Tone, toneFor } from "./tones.ts";
import { type Measure, measureFor } from "./width.ts";

/** What a renderer has to know about the place where its text will be read. */
export interface Look {
  readonly paint: Paint;
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
  readonly columns: number;
  /** 0 where it is no terminal. */
  readonly rows: number;
  readonly measure: Measure;
}

/** The same for a year in colour. */
export interface TonedLook extends Look {
  readonly tone: Tone | null;
}

/** `texts` are those of unknown width that the renderer will be given. */
export async function lookOf(
  { env, platform, stdout }: Context,
  { color }: GlobalOptions,
  texts: readonly string[] = [],
  output: Output = stdout,
): Promise<Look> {
  const paint = paintFor(output, env, color);
  return {
    paint,
    unicode: hasUnicode(env, platform),
    columns: output.columns(),
    rows: output.rows(),
    measure: await measureFor(texts),
  };
}

/** May ask the terminal for its background. `keepsReading` as for `queryTerminal`. */
export async function tonedLookOf(
  context: Context,
  options: GlobalOptions,
  texts: readonly string[] = [],
  keepsReading = false,
): Promise<TonedLook> {
  const look = await lookOf(context, options, texts);
  return { ...look, tone: await toneFor(context, look.paint, keepsReading) };
}
