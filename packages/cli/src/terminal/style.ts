import { styleText } from "node:util";
import type { Env, Output } from "../context.ts";
import type { GlobalOptions } from "./options.ts";

type Format = Parameters<typeof styleText>[0];

/** Puts a text into a colour or weight, or leaves it plain. */
export type Paint = (format: Format, text: string) => string;

export const plainPaint: Paint = (_, text) => text;

/** The flag decides; else FORCE_COLOR, then NO_COLOR (https://no-color.org), then whether it is a terminal. */
export function paintFor(output: Output, env: Env, flag: GlobalOptions["color"]): Paint {
  return wantsColor(output, env, flag)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : plainPaint;
}

function wantsColor(output: Output, env: Env, flag: GlobalOptions["color"]): boolean {
  if (flag !== "auto") return flag === "always";
  if (env.FORCE_COLOR) return !["0", "false"].includes(env.FORCE_COLOR);
  if (env.NO_COLOR) return false;
  return output.isTerminal() && env.TERM !== "dumb";
}

/** Whether more than ASCII can be shown: a UTF-8 locale, or a terminal of Windows that knows it. */
export function hasUnicode(env: Env, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return env.WT_SESSION !== undefined || env.TERM_PROGRAM !== undefined;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return platform === "darwin" ? locale !== "C" && locale !== "POSIX" : /utf-?8/i.test(locale);
}
