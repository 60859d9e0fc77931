import { closingSoon, countDone, formatDate, readCurrentStreak, SOURCE_NUMBERS, ticksOn } from "@dailyleet/core";
import { styleOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

export function registerStatus(program: Program, context: CommandContext): void {
  addVerb(program, context, "status", {
    summary: "print a short line for your prompt",
    description: "Print a short line for your prompt (works offline).",
    examples: { "dailyleet status": "3/5 · streak 12", "dailyleet status --check || notify": "in cron" },
  })
    .option("--check", "exit with code 1 while a source is untried today, and name what closes soon")
    .addOption(OPTION.json)
    .action((_options, command) => runStatus(context, optionsOf(command)));
}

const OPEN_TODAY = 1;

type StatusOptions = CommonOptions & { readonly check: true | undefined };

async function runStatus(context: CommandContext, options: StatusOptions): Promise<void> {
  const config = context.config();
  const today = todayOf(context, config);
  const { days: streak, years } = await withTracker(context, config, options, async ({ knownTicks }) =>
    // Pass this year only, because most streaks begin in it.
    readCurrentStreak(knownTicks, today, await knownTicks([today.year]), config.rest),
  );
  const ticks = ticksOn(years, today);
  const done = countDone(ticks);
  const of = SOURCE_NUMBERS.length;
  if (options.json) printJson(context, { version: 1, date: formatDate(today), done, of, streak });
  else {
    const dot = styleOf(context, options).unicode ? " · " : " - ";
    const closing = options.check ? closingSoon(config.sources, ticks, context.now()).map(oneLine) : [];
    writeText(context.stdout, `${[`${done}/${of}`, `streak ${streak}`, ...closing].join(dot)}\n`);
  }
  if (options.check && done < of) context.setExitCode(OPEN_TODAY);
}
