import { type Config, DailyleetError, isSharedDay, SHARED_DAY, sourcesOf } from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../context.ts";
import { saveBackup } from "../files/backups.ts";
import { loadConfig } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, DRY_RUN, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, printJson } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { changeUndoably, readData } from "../tracker/tracker.ts";
import { namingFor } from "./changes.ts";
import type { IncomingOptions } from "./import/incoming.ts";
import type { ImportView } from "./import/read.ts";

interface ImportOptions extends CommonOptions, IncomingOptions {
  /** What was ticked and marked on this computer without the cloud, in place of a file. */
  readonly fromLocal: true | undefined;
  readonly dryRun: true | undefined;
}

export function registerImport(program: Program, context: Context): void {
  addVerb(program, "import", {
    summary: "add the ticks and marks from a file or git repository",
    description:
      "Add the ticks and marks from a file: what 'export' wrote, a backup, a table from a spreadsheet, Loop Habit Tracker's CSV export or harsh's log. Or from the history of a git repository in which LeetHub, LeetSync, leetcode-sync or GfG to GitHub keeps your solutions. No tick is cleared, of two marks on one day the lower one stays, and a backup is saved first.",
    examples: [
      ["dailyleet import ticks.json --dry-run", "preview"],
      ["dailyleet import ticks.json", "add them"],
      ["dailyleet import Checkmarks.csv --map 'LC daily=1'", "from Loop Habit Tracker"],
      ["dailyleet import ~/.config/harsh/log --dry-run", "from harsh"],
      ["dailyleet import ~/leetcode --dry-run", "a repository of LeetHub's"],
      ["dailyleet import --from-local", "cloud mode: what was here before"],
    ],
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
    .addOption(DRY_RUN)
    .addOption(JSON_OPTION)
    .action((file, _options, command) => runImport(context, { ...optionsOf(command), file }));
}

async function runImport(context: Context, options: ImportOptions): Promise<void> {
  if ((options.file === undefined) !== (options.fromLocal === true)) {
    throw new DailyleetError("usage", "Name a file or a directory, or use - for stdin or --from-local.");
  }
  if (options.fromLocal && (options.map || options.dates || options.numbers || options.marks)) {
    const sentence =
      "--map, --dates, --numbers and --marks are for files and repositories; leave them out with --from-local.";
    throw new DailyleetError("usage", sentence);
  }
  const config = loadConfig(context);
  const chunk = await import("./import/incoming.ts");
  const view = await (options.fromLocal
    ? importLocal(context, config, options)
    : importFile(context, config, options, chunk));
  const { importJson, renderImport, seenFromHere } = chunk;
  const sources = sourcesOf(config);
  if (options.json) {
    const plan = options.fromLocal ? seenFromHere(view.plan) : view.plan;
    printJson(context, importJson({ ...view, plan }, sources));
  } else {
    context.stdout.write(renderImport(view, await namingFor(context, config, view.plan.practice.changes)));
  }
  if (view.plan.changes.some(isSharedDay)) note(context, SHARED_DAY);
}

async function importFile(
  context: Context,
  config: Config,
  options: ImportOptions,
  { planImport, plannedChanges, readIncoming }: typeof import("./import/incoming.ts"),
): Promise<ImportView> {
  const { unknown, kind, dataFor } = await readIncoming(context, config, options);
  return withTracker(context, config, options, async (tracker) => {
    const current = await readData(context, tracker);
    const plan = planImport(current, dataFor(tracker.person, current), todayOf(context, config));
    const changes = plannedChanges(plan);
    const view = { plan, place: "here", unknown, kind } as const;
    if (options.dryRun || changes.length === 0) return { ...view, saved: null };
    note(context, `Saved a backup to ${saveBackup(context, tracker.person.uid, current)}.`);
    return { ...view, saved: (await changeUndoably(context, tracker, changes, "import")).saved };
  });
}

async function importLocal(context: Context, config: Config, options: ImportOptions): Promise<ImportView> {
  if (config.firebase === undefined) {
    throw new DailyleetError("usage", "--from-local is for cloud mode; run 'dailyleet login SITE-ADDRESS' first.");
  }
  const { importLocalData } = await import("../cloud/offer.ts");
  return { ...(await importLocalData(context, config, options)), place: "in the cloud", unknown: [], kind: "habit" };
}
