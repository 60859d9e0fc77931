import { countDoneCells, counted, countMarks, DailyleetError, exportCsv, exportDocument } from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../context.ts";
import { dailyDirectory, findBackups } from "../files/backups.ts";
import { loadConfig } from "../files/directories.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { jsonText, note, oneLine, printJson, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { amountText } from "./changes.ts";

interface ExportOptions extends CommonOptions {
  /** '-' for stdout, as when it is absent. */
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
  const { ticks, marks } = await withTracker(context, config, options, (tracker) => tracker.readData());
  writeTo(context, file, csv ? exportCsv(ticks) : jsonText(exportDocument({ ticks, marks })), "private");
  if (file === STREAM) return;
  if (json) {
    const counts = { ticks: countDoneCells(ticks), marks: csv ? 0 : countMarks(marks) };
    printJson(context, { version: 1, file, format: csv ? "csv" : "json", ...counts });
  } else if (csv) note(context, `Saved all ticks to ${file}, as a table without marks.`);
  else note(context, `Saved all ticks and marks to ${file}.`);
}

export function registerImport(program: Program, context: Context): void {
  addVerb(program, "import", {
    summary: "add the ticks and marks from a file or git repository",
    description:
      "Add the ticks and marks from a file: what 'export' wrote, a backup, a table from a spreadsheet, Loop Habit Tracker's CSV export or harsh's log. Or from the history of a git repository in which LeetHub, LeetSync, leetcode-sync or GfG to GitHub keeps your solutions. No tick is cleared, of two marks on one day the lower one stays, and a backup is saved first.",
    examples: {
      "dailyleet import ticks.json --dry-run": "preview",
      "dailyleet import ticks.json": "add them",
      "dailyleet import Checkmarks.csv --map 'LC daily=1'": "from Loop Habit Tracker",
      "dailyleet import ~/.config/harsh/log --dry-run": "from harsh",
      "dailyleet import ~/leetcode --dry-run": "a repository of LeetHub's",
      "dailyleet import --from-local": "cloud mode: what was here before",
    },
  })
    .argument(
      "[file]",
      "JSON, a CSV table, Loop's Checkmarks.csv or zip file, harsh's log, or the directory of a git repository; - for stdin",
    )
    .option("--from-local", "instead of a file, add what this computer had before you signed in")
    .option(
      "--map <name=source>",
      "which source a habit, or a folder of a repository, stands for; repeatable",
      (text, all: string[] = []) => [...all, text],
    )
    .addOption(
      new Option("--dates <order>", "day or month first, if a table's dates are ambiguous").choices(["dmy", "mdy"]),
    )
    .addOption(
      new Option("--numbers <meaning>", "counts or Loop's signs, if a table's numbers are ambiguous").choices([
        "counts",
        "loop",
      ]),
    )
    .option("--marks", "of a git repository, also mark the questions of your list in whose folders you solved one")
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action(async (file, _options, command) =>
      (await import("./import/add.ts")).runImport(context, { ...optionsOf(command), file }),
    );
}

export function registerBackups(program: Program, context: Context): void {
  addVerb(program, "backups", {
    summary: "list the backups and what each holds",
    description:
      "List the backups, the newest first, and what each holds. The first tick or mark of a day saves one, an import and a large undo another; 'dailyleet restore' brings one back.",
    examples: {
      "dailyleet backups": "what there is",
      "dailyleet restore BACKUP --dry-run": "what one would bring back",
    },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runBackups(context, optionsOf(command)));
}

export function registerRestore(program: Program, context: Context): void {
  addVerb(program, "restore", {
    summary: "bring back a backup",
    description:
      "Bring back a backup: the ticks and marks of all its profiles are added to what is here. No tick is cleared, of two marks on one day the lower one stays, and 'dailyleet undo' takes it back. Of a damaged database, whatever can be read is kept.",
    examples: {
      "dailyleet restore": "lists the backups and asks",
      "dailyleet restore BACKUP --dry-run": "what each profile would gain",
      "dailyleet restore BACKUP --yes": "without asking",
    },
  })
    .argument("[file]", "the backup; - for stdin; needed where nobody can be asked")
    .addOption(OPTION.dryRun)
    .option("--yes", "restore without asking")
    .addOption(OPTION.json)
    .action(async (file, _options, command) =>
      (await import("./import/restore.ts")).runRestore(context, { ...optionsOf(command), file }),
    );
}

const UNREADABLE = { profiles: null, ticks: null, marks: null };

async function runBackups(context: Context, { json }: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const directory = dailyDirectory(context, config);
  const { contentsOf } = await import("../files/backupContents.ts");
  const backups = findBackups(context, config).map(({ file, date }) => {
    return { file, date, ...(contentsOf(context, file) ?? UNREADABLE) };
  });
  if (json) return printJson(context, { version: 1, directory, backups });
  if (directory === null) note(context, "No backup is saved each day, because 'backups' is false in dailyleet.json.");
  else if (backups.length === 0) {
    note(context, `No backups yet; the first tick or mark of a day saves one in ${directory}.`);
  }
  for (const { date, file, profiles, ticks, marks } of backups) {
    const owners = profiles !== null && profiles > 1 ? ` of ${counted(profiles, "profile")}` : "";
    const held = profiles === null ? "can't be read" : `${amountText(ticks, marks)}${owners}`;
    writeText(context.stdout, `${date}  ${held}  ${oneLine(file)}\n`);
  }
}
