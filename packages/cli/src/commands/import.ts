import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exportDocument, parseExport, planImport, sourcesOf, type TicksByYear } from "@dailyleet/core";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { todayOf } from "../dates.ts";
import { placesOf } from "../directories.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../options.ts";
import { jsonText, note, printJson } from "../print.ts";
import { importJson, renderImport } from "../render/import.ts";
import { loadConfig } from "../settings.ts";
import { cannot, makePrivateDirectory, writePrivate } from "../storage/files.ts";
import { changeUndoably, type Tracker, withTracker } from "../tracker.ts";
import { allYears } from "../years.ts";

export interface ImportOptions extends GlobalOptions, JsonOption {
  /** '-' for stdin. */
  readonly file: string;
  readonly dryRun?: true;
}

export function registerImport(program: Command, context: Context): void {
  program
    .command("import")
    .summary("add the ticks of a file")
    .description("Add the ticks of an exported file, JSON or table; never unticks. A dated copy is kept first.")
    .argument("<file>", "what 'export' wrote; - for stdin")
    .option("--dry-run", "only list what would change")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet import ticks.json --dry-run", "look first"], ["dailyleet import ticks.json", "add them"]),
    )
    .action((file: string, _options, command: Command) => runImport(context, { ...command.optsWithGlobals(), file }));
}

export async function runImport(context: Context, options: ImportOptions): Promise<void> {
  const config = loadConfig(context);
  const incoming = parseExport(readInput(context, options.file), options.file);
  const today = todayOf(context);
  const view = await withTracker(context, config, options, async (tracker) => {
    const current = await tracker.readYears(allYears(today.year));
    const plan = planImport(current, incoming, today);
    if (options.dryRun || plan.changes.length === 0) return { plan, saved: null };
    keepCopy(context, tracker, current);
    const { saved } = await changeUndoably(tracker, plan.changes);
    return { plan, saved };
  });
  if (options.json) printJson(context, importJson(view, sourcesOf(config)));
  else context.stdout.write(renderImport(view, sourcesOf(config)));
}

function readInput(context: Context, file: string): string {
  try {
    return file === "-" ? context.readStdin() : readFileSync(file, "utf8");
  } catch (error) {
    throw cannot("read", file, error);
  }
}

/** All ticks as they were, with the time in the file's name. */
function keepCopy(context: Context, { person }: Tracker, current: TicksByYear): void {
  const time = new Date(context.now()).toISOString().replaceAll(":", "-").slice(0, 19);
  const file = join(placesOf(context).copiesDirectory, `${person.uid}-${time}.json`);
  makePrivateDirectory(dirname(file));
  writePrivate(file, jsonText(exportDocument(current)));
  note(context, `What was here before is kept in ${file}.`);
}
