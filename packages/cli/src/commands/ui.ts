import { DailyleetError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type GlobalOptions, optionsOf, type Program } from "../terminal/options.ts";

export function registerUi(program: Program, context: Context): void {
  addVerb(program, "ui", {
    summary: "browse days and questions full screen",
    description: "Browse days and questions full screen; tick and mark with single keys ('?' lists them).",
    examples: { "dailyleet ui": "q quits" },
  }).action((_options, command) => runUi(context, optionsOf(command)));
}

async function runUi(context: Context, options: GlobalOptions): Promise<void> {
  const screen = context.screen();
  const instead = "use 'dailyleet today' and 'dailyleet tick'";
  if (screen === null) {
    throw new DailyleetError("usage", `'dailyleet ui' needs a terminal; ${instead} in scripts.`);
  }
  if (context.env.TERM === "dumb") {
    throw new DailyleetError("usage", `'dailyleet ui' can't draw where TERM=dumb; ${instead}.`);
  }
  const config = loadConfig(context, options);
  // Before the screen is loaded: the terminal would echo what is typed meanwhile.
  screen.stdin.setRawMode(true);
  try {
    const { showUi } = await import("../ui/App.tsx");
    await showUi(context, config, options, screen);
  } finally {
    screen.release();
  }
}
