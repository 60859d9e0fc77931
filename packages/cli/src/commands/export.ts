import { allYears, exportCsv, exportDocument } from "@dailyleet/core";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { todayOf } from "../dates.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../options.ts";
import { jsonText, note } from "../print.ts";
import { loadConfig } from "../settings.ts";
import { writeNamed } from "../storage/files.ts";
import { withTracker } from "../tracker.ts";

export interface ExportOptions extends GlobalOptions, JsonOption {
  /** Absent for stdout. */
  readonly file?: string;
  readonly csv?: true;
}

export function registerExport(program: Command, context: Context): void {
  program
    .command("export")
    .summary("write all ticks to a file")
    .description("Write all ticks of all years, as JSON or as a table.")
    .argument("[file]", "where to; stdout when left out")
    .option("--csv", "a row for each day, a column for each source")
    .addOption(jsonOption().conflicts("csv"))
    .addHelpText(
      "after",
      examples(
        ["dailyleet export ticks.json", "a copy to keep"],
        ["dailyleet export --csv > ticks.csv", "for a spreadsheet"],
      ),
    )
    .action((file: string | undefined, _options, command: Command) =>
      runExport(context, { ...command.optsWithGlobals(), ...(file !== undefined && { file }) }),
    );
}

export async function runExport(context: Context, options: ExportOptions): Promise<void> {
  const config = loadConfig(context);
  const years = allYears(todayOf(context));
  const ticks = await withTracker(context, config, options, (tracker) => tracker.readYears(years));
  const text = options.csv ? exportCsv(ticks) : jsonText(exportDocument(ticks));
  if (options.file === undefined) context.stdout.write(text);
  else {
    writeNamed(options.file, text);
    note(context, `All ticks are written to ${options.file}.`);
  }
}
