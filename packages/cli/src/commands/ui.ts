import { type Config, usageError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { type GlobalOptions, optionsOf, type Program } from "../terminal/options.ts";
import type { PracticeRequest } from "../ui/tasks.ts";
import { addVerb, type CommandContext } from "../verb.ts";

export function registerUi(program: Program, context: CommandContext): void {
  addVerb(program, context, "ui", {
    summary: "browse days and questions full screen",
    description: "Browse days and questions full screen; tick and mark with single keys ('?' lists them).",
    examples: { "dailyleet ui": "q quits" },
  }).action((_options, command) => {
    const opening = { command: "ui", instead: "use 'dailyleet today' and 'dailyleet tick'", practice: null };
    return runUi(context, context.config(), optionsOf(command), opening);
  });
}

interface Opening {
  readonly command: string;
  /** Advice for use without a terminal. */
  readonly instead: string;
  /** Null to open at the calendar. */
  readonly practice: PracticeRequest | null;
}

/** Shows the full screen. Throws `usage` without a terminal that can show it. */
export async function runUi(
  context: Context,
  config: Config,
  options: GlobalOptions,
  { command, instead, practice }: Opening,
): Promise<void> {
  const screen = context.screen();
  if (screen === null) {
    throw usageError(`'dailyleet ${command}' needs a terminal; ${instead} in scripts.`);
  }
  if (context.env.TERM === "dumb") {
    throw usageError(`'dailyleet ${command}' can't draw where TERM=dumb; ${instead}.`);
  }
  // Before the screen is loaded, so that keys typed meanwhile are not echoed.
  screen.stdin.setRawMode(true);
  try {
    const { showUi } = await import("../ui/App.tsx");
    await showUi(context, config, options, practice, screen);
  } finally {
    screen.release();
  }
}
