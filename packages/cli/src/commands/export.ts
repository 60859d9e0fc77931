import { countDoneCells, countMarks, exportCsv, exportDocument, usageError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { STREAM, statOf, writeNamed } from "../files/files.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isSaidYes, jsonText, oneLine, printJson, printNote } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface ExportOptions extends CommonOptions {
  /** Undefined or '-' for stdout. */
  readonly file: string | undefined;
  readonly csv: true | undefined;
  readonly force: true | undefined;
}

export function registerExport(program: Program, context: CommandContext): void {
  addVerb(program, context, "export", {
    summary: "save all ticks, marks and settings to a file",
    description: "Save all ticks, marks and settings as JSON, or the ticks as a CSV table.",
    examples: { "dailyleet export ticks.json": "a backup", "dailyleet export --csv > ticks.csv": "for a spreadsheet" },
  })
    .argument("[file]", "file to write; - for stdout, the default")
    .option("--csv", "the ticks as a table, a row for each day; the default for a .csv file")
    .option("--force", "replace a file that is there already")
    .addOption(OPTION.json)
    .action((file, _options, command) => runExport(context, { ...optionsOf(command), file }));
}

async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const { file = STREAM, json } = options;
  const csv = options.csv || /\.csv$/i.test(file);
  if (csv && json && file === STREAM) {
    throw usageError("--csv and --json can't both print to stdout; name a file or leave one out.");
  }
  if (!options.force && !(await mayWrite(context, options, file))) return printNote(context, "Nothing was saved.");
  const config = context.config();
  const data = await withTracker(context, config, options, async (tracker) => {
    const { uid, name } = tracker.person;
    return { uid, name, ...(await tracker.data()) };
  });
  const { ticks, marks } = data;
  const text = csv ? exportCsv(ticks) : jsonText(exportDocument(data));
  if (file === STREAM) return context.stdout.write(text);
  writeNamed(file, text, "private");
  if (json) {
    const counts = { ticks: countDoneCells(ticks), marks: csv ? 0 : countMarks(marks) };
    printJson(context, { version: 1, file, format: csv ? "csv" : "json", ...counts });
  } else if (csv) printNote(context, `Saved all ticks to ${file}, as a table without marks.`);
  else printNote(context, `Saved all ticks, marks and settings to ${file}.`);
}

/** Asks before a file that is not empty is replaced. Throws `usage` where nobody can be asked. */
async function mayWrite(context: Context, { json }: ExportOptions, file: string): Promise<boolean> {
  const found = file === STREAM ? null : statOf(file);
  if (!found?.isFile() || found.size === 0) return true;
  const reply = json ? null : await context.ask(`${oneLine(file)} is there already. Replace it? [y/N] `);
  if (reply !== null) return isSaidYes(reply);
  throw usageError(`${file} is there already; name another file, or pass --force to replace it.`);
}
