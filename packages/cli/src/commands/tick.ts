import { dayOfYear, isSharedDay, parseSources, SHARED_DAY, tickCell } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { changesJson, renderChanges } from "../rendering/changes.ts";
import { progressLine } from "../rendering/sources.ts";
import { styleOf } from "../terminal/capabilities.ts";
import { readAnyDay, readDay, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, HELP, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { saveUndoably } from "../tracker/tracker.ts";

interface TickOptions extends CommonOptions {
  readonly sources: readonly string[];
  readonly date: string;
  readonly wait: boolean;
  readonly done: boolean;
}

export function registerTick(program: Program, context: Context): void {
  addVerb(program, "tick", {
    summary: "mark sources as done",
    description: "Mark sources as done. Ticking twice is harmless.",
    examples: {
      "dailyleet tick 3": "source 3, today",
      "dailyleet tick leet code360": "by the beginning of their names",
      "dailyleet tick 1-3,5": "several at once; all for all five",
      "dailyleet tick 1 --date yesterday": "one that you forgot",
      "dailyleet tick all --date fri": "all five, last Friday",
    },
  })
    .argument("<source...>", HELP.sources)
    .addOption(OPTION.date)
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action((sources, _options, command) => runTick(context, { ...optionsOf(command), sources, done: true }));
}

export function registerUntick(program: Program, context: Context): void {
  addVerb(program, "untick", {
    summary: "clear a tick",
    description: "Clear ticks: mark sources as untried again.",
    examples: {
      "dailyleet untick 3": "source 3, today",
      "dailyleet untick all": "all five",
      "dailyleet untick codechef --date -2": "two days ago",
    },
  })
    .argument("<source...>", HELP.sources)
    .addOption(OPTION.date)
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action((sources, _options, command) => runTick(context, { ...optionsOf(command), sources, done: false }));
}

async function runTick(context: Context, options: TickOptions): Promise<void> {
  const config = loadConfig(context, options);
  const today = todayOf(context, config);
  const date = (options.done ? readDay : readAnyDay)(options.date, today);
  const sources = config.sources;
  const day = dayOfYear(date);
  const wanted = new Set(options.sources.flatMap((text) => parseSources(text, sources)));
  const changes = [...wanted].map((source) => ({ ...tickCell(date.year, day, source), state: options.done }));
  const verb = options.done ? "tick" : "untick";
  const waits = options.wait && config.waitForCloud !== false;
  const showsProgress = !options.json && context.stdout.isTerminal();
  const { result, years } = await withTracker(
    context,
    config,
    { ...options, purpose: "write", waits },
    async (tracker) => ({
      result: await saveUndoably(context, tracker, changes, verb),
      // Saving has just read the year of `date`, so that no further reading is needed.
      years: showsProgress ? await tracker.knownTicks([date.year]) : {},
    }),
  );
  if (options.json) printJson(context, changesJson(result, date, sources));
  else {
    const naming = { sources, questions: new Map(), today, date };
    const style = styleOf(context, options);
    writeText(context.stdout, renderChanges(result.changes, naming, style));
    if (showsProgress) writeText(context.stdout, progressLine(years, date, today, config.rest, style));
  }
  if (isSharedDay({ year: date.year, day })) printNote(context, SHARED_DAY);
}
