import { countDoneCells, countMarks, DailyleetError, exportCsv, exportDocument } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { jsonText, printJson, printNote } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

interface ExportOptions extends CommonOptions {
  /** '-' for stdout, the default. */
  readonly file: string | undefined;
  readonly csv: true | undefined;
}

export function registerExport(program: Program, context: Context): void {
  addVerb(program, "export", {
    summary: "save all ticks and marks to a file",
    description: "Save all ticks and marks as JSON, or the ticks as a CSV table.",
    examples: { "dailyleet export ticks.json": "a backup", "dailyleet export --csv > ticks.csv": "for a spreadsheet" },
  })
    .argument("[file]", "file to write; - for stdout, the default")
    .option("--csv", "the ticks as a table, a row for each day; the default for a .csv file")
    .addOption(OPTION.json)
    .action((file, _options, command) => runExport(context, { ...optionsOf(command), file }));
}

async function runExport(context: Context, options: ExportOptions): Promise<void> {
  const { file = STREAM, json } = options;
  const csv = options.csv || /\.csv$/i.test(file);
  if (csv && json && file === STREAM) {
    throw new DailyleetError("usage", "--csv and --json can't both print to stdout; name a file or leave one out.");
  }
  const config = loadConfig(context);
  const { ticks, marks } = await withTracker(context, config, options, (tracker) => tracker.data());
  writeTo(context, file, csv ? exportCsv(ticks) : jsonText(exportDocument({ ticks, marks })), "private");
  if (file === STREAM) return;
  if (json) {
    const counts = { ticks: countDoneCells(ticks), marks: csv ? 0 : countMarks(marks) };
    printJson(context, { version: 1, file, format: csv ? "csv" : "json", ...counts });
  } else if (csv) printNote(context, `Saved all ticks to ${file}, as a table without marks.`);
  else printNote(context, `Saved all ticks and marks to ${file}.`);
}
