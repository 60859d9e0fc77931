import { allYears, countDoneCells, DailyleetError, exportCsv, exportDocument } from "@dailyleet/core";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../terminal/options.ts";
import { jsonText, note, printJson } from "../terminal/print.ts";
import { STREAM, writeTo } from "../terminal/streams.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface ExportOptions extends GlobalOptions, JsonOption {
  /** '-' for stdout, as when it is absent. */
  readonly file?: string;
  readonly csv?: true;
}

export function registerExport(program: Command, context: Context): void {
  program
    .command("export")
    .summary("write all ticks to a file")
    .description("Write all ticks of all years, as JSON or as a table.")
    .argument("[file]", "where to; - for stdout, as when left out")
    .option("--csv", "a row for each day, a column for each source")
    .addOption(jsonOption())
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
  const { file = STREAM, csv, json } = options;
  if (csv && json && file === STREAM) {
    throw new DailyleetError(
      "usage",
      "A table and a JSON document do not fit into one stream; give a file too, or leave --csv or --json away.",
    );
  }
  const config = loadConfig(context);
  const years = allYears(todayOf(context));
  const ticks = await withTracker(context, config, options, (tracker) => tracker.readYears(years));
  writeTo(context, file, csv ? exportCsv(ticks) : jsonText(exportDocument(ticks)));
  if (file === STREAM) return;
  if (json) printJson(context, { version: 1, file, format: csv ? "csv" : "json", ticks: countDoneCells(ticks) });
  else note(context, `All ticks are written to ${file}.`);
}
