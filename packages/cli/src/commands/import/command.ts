import { type Change, type Config, DailyleetError, isSharedDay, SHARED_DAY, sourcesOf } from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../../context.ts";
import { keepCopy } from "../../files/copies.ts";
import { loadConfig } from "../../files/settings.ts";
import type { ImportView } from "../../render/import.ts";
import { todayOf } from "../../terminal/dates.ts";
import {
  type CommonOptions,
  dryRunOption,
  examples,
  jsonOption,
  optionsOf,
  type Program,
} from "../../terminal/options.ts";
import { note, printJson } from "../../terminal/print.ts";
import { nameOf, readFrom, STREAM } from "../../terminal/streams.ts";
import { addLocalData, readLocalData, seenFromHere } from "../../tracker/localData.ts";
import { namingFor } from "../../tracker/naming.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import { type ChangeResult, changeUndoably, readData, readStoredData } from "../../tracker/tracker.ts";
import type { ImportHints } from "./readImport.ts";

interface ImportOptions extends CommonOptions, ImportHints {
  /** '-' for stdin; absent with `fromLocal`. */
  readonly file: string | undefined;
  /** What was ticked and marked on this computer without the cloud. */
  readonly fromLocal: true | undefined;
  readonly dryRun: true | undefined;
}

export function registerImport(program: Program, context: Context): void {
  program
    .command("import")
    .summary("add the ticks and marks from a file")
    .description(
      "Add the ticks and marks from a file: what 'export' wrote, a table from a spreadsheet, Loop Habit Tracker's CSV export or harsh's log. No tick is cleared, of two marks on one day the lower one stays, and a backup is saved first.",
    )
    .argument("[file]", "JSON, a CSV table, Loop's Checkmarks.csv or zip file, or harsh's log; - for stdin")
    .option("--from-local", "instead of a file, add what this computer had before you signed in")
    .option("--map <habit=source>", "which source a habit stands for; repeatable", (text, all: string[] = []) => [
      ...all,
      text,
    ])
    .addOption(
      new Option("--dates <order>", "day or month first, if a table's dates are ambiguous").choices(["dmy", "mdy"]),
    )
    .addOption(
      new Option("--numbers <meaning>", "counts or Loop's signs, if a table's numbers are ambiguous").choices([
        "counts",
        "loop",
      ]),
    )
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet import ticks.json --dry-run", "preview"],
        ["dailyleet import ticks.json", "add them"],
        ["dailyleet import Checkmarks.csv --map 'LC daily=1'", "from Loop Habit Tracker"],
        ["dailyleet import ~/.config/harsh/log --dry-run", "from harsh"],
        ["dailyleet import --from-local", "cloud mode: what was here before"],
      ),
    )
    .action((file, _options, command) => runImport(context, { ...optionsOf(command), file }));
}

async function runImport(context: Context, options: ImportOptions): Promise<void> {
  if ((options.file === undefined) !== (options.fromLocal === true)) {
    throw new DailyleetError("usage", "Name a file, or use - for stdin or --from-local.");
  }
  if (options.fromLocal && (options.map || options.dates || options.numbers)) {
    const sentence = "--map, --dates and --numbers are for files; leave them out with --from-local.";
    throw new DailyleetError("usage", sentence);
  }
  const config = loadConfig(context);
  const part = await import("../../parts/importFile.ts");
  const view = await (options.fromLocal ? importLocal : importFile)(context, config, options, part);
  const { importJson, renderImport } = part;
  const sources = sourcesOf(config);
  if (options.json) {
    const plan = options.fromLocal ? seenFromHere(view.plan) : view.plan;
    printJson(context, importJson({ ...view, plan }, sources));
  } else {
    context.stdout.write(renderImport(view, await namingFor(context, config, view.plan.practice.changes)));
  }
  if (view.plan.changes.some(isSharedDay)) note(context, SHARED_DAY);
}

/** What is loaded for this verb alone. */
type Part = typeof import("../../parts/importFile.ts");

async function importFile(context: Context, config: Config, options: ImportOptions, part: Part): Promise<ImportView> {
  const { file = STREAM } = options;
  // One byte more tells that a file is too large.
  const bytes = readFrom(context, file, part.MAX_IMPORT_BYTES + 1);
  const incoming = part.readImport(bytes, nameOf(file), sourcesOf(config), options);
  return withTracker(context, config, options, async (tracker) => {
    const current = await readData(context, tracker);
    const plan = part.planImport(current, incoming, todayOf(context));
    const saved = await addPlanned(options, part.plannedChanges(plan), (changes) => {
      note(context, `Saved a backup to ${keepCopy(context, tracker.person.uid, current)}.`);
      return changeUndoably(context, tracker, changes, "import");
    });
    return { plan, place: "here", unknown: incoming.unknown ?? [], saved };
  });
}

async function importLocal(context: Context, config: Config, options: ImportOptions, part: Part): Promise<ImportView> {
  if (config.firebase === undefined) {
    throw new DailyleetError("usage", "--from-local is for cloud mode; run 'dailyleet login SITE-ADDRESS' first.");
  }
  const { profile, ...cloud } = options;
  const local = await readLocalData(context, profile);
  return withTracker(context, config, cloud, async (tracker) => {
    const current = await readStoredData(context, tracker);
    const plan = part.planImport(current, local, todayOf(context));
    const saved = await addPlanned(options, part.plannedChanges(plan), () =>
      addLocalData(context, tracker, local, current, plan),
    );
    return { plan, place: "in the cloud", unknown: [], saved };
  });
}

/** Null where there was nothing to write, or it was only looked at. */
async function addPlanned(
  { dryRun }: ImportOptions,
  changes: readonly Change[],
  add: (changes: readonly Change[]) => Promise<ChangeResult>,
): Promise<ImportView["saved"]> {
  return dryRun || changes.length === 0 ? null : (await add(changes)).saved;
}
