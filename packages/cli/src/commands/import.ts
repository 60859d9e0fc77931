import { Option } from "commander";
import type { Context } from "../context.ts";
import { addVerb, OPTION, optionsOf, type Program } from "../terminal/options.ts";

const NUMBERS = ["counts", "loop"] as const;

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
      new Option("--numbers <meaning>", "counts or Loop's signs, if a table's numbers are ambiguous").choices(NUMBERS),
    )
    .option("--marks", "of a git repository, also mark the questions of your list in whose folders you solved one")
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action(async (file, _options, command) =>
      (await import("./import/add.ts")).runImport(context, { ...optionsOf(command), file }),
    );
}
