import { countDoneCells, countMarks, DailyleetError, exportCsv, exportDocument, NO_MARKS } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { jsonText, note, printJson } from "../terminal/print.ts";
import { STREAM, writeTo } from "../terminal/streams.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { readData } from "../tracker/tracker.ts";

interface ExportOptions extends CommonOptions {
  /** '-' for stdout, as when it is absent. */
  readonly file: string | undefined;
  readonly csv: true | undefined;
}

export function registerExport(program: Program, context: Context): void {
  program
    .command("export")
    .summary("write all ticks and marks to a file")
    .description("Write all ticks and marks as JSON, or the ticks as a table.")
    .argument("[file]", "where to; - for stdout, as when left out")
    .option("--csv", "the ticks: a row for each day, a column for each source; the default for a file named .csv")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet export ticks.json", "a copy to keep"],
        ["dailyleet export --csv > ticks.csv", "for a spreadsheet"],
      ),
    )
    .action((file, _options, command) => runExport(context, { ...optionsOf(command), file }));
}

async function runExport(context: Context, options: ExportOptions): Promise<void> {
  const { file = STREAM, json } = options;
  const csv = options.csv || /\.csv$/i.test(file);
  if (csv && json && file === STREAM) {
    throw new DailyleetError(
      "usage",
      "A table and a JSON document cannot share stdout; give a file too, or leave out --csv or --json.",
    );
  }
  const config = loadConfig(context);
  const { ticks, marks } = await withTracker(context, config, options, async (tracker) =>
    csv ? { ticks: await tracker.readOriginals(), marks: NO_MARKS } : readData(context, tracker),
  );
  writeTo(context, file, csv ? exportCsv(ticks) : jsonText(exportDocument({ ticks, marks })), "private");
  if (file === STREAM) return;
  if (json) {
    const counts = { ticks: countDoneCells(ticks), marks: countMarks(marks) };
    printJson(context, { version: 1, file, format: csv ? "csv" : "json", ...counts });
  } else
    note(
      context,
      csv
        ? `All ticks are written to ${file}, as a table without marks.`
        : `All ticks and marks are written to ${file}.`,
    );
}
