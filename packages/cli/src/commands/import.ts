import {
  type Config,
  changesOf,
  type ImportPlan,
  importPlanText,
  LARGE_CHANGE,
  MARK_WORDS,
  type MarkPlan,
  planImport,
  type Source,
  type SourceNumber,
  sourceName,
  stripControls,
  usageError,
} from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../context.ts";
import {
  cellName,
  cellStateText,
  dateOf,
  markLine,
  type Naming,
  namingFor,
  noteSharedDay,
} from "../rendering/changes.ts";
import { todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, shellWord, writeText } from "../terminal/output.ts";
import { addPlan } from "../tracker/addPlan.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { ChangeResult } from "../tracker/tracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";
import { importLocalData, seenFromHere } from "./import/offer.ts";
import type { Incoming, IncomingOptions } from "./import/read.ts";

interface ImportOptions extends CommonOptions, IncomingOptions {
  /** Import this computer's local data from before the sign-in, instead of a file. */
  readonly fromLocal: true | undefined;
}

interface ImportView extends Pick<Incoming, "unknown" | "kind"> {
  readonly plan: ImportPlan;
  /** The plan as seen from this computer, which it calls `here`. */
  readonly counts: ImportPlan;
  /** The name of the account with `--from-local`; else empty. */
  readonly account: string;
  /** Null if nothing was written. */
  readonly saved: ChangeResult["saved"];
}

export function registerImport(program: Program, context: CommandContext): void {
  addVerb(program, context, "import", {
    summary: "add the ticks, marks and settings from a file or git repository",
    description:
      "Add the ticks, marks and settings of an export or a backup, the ticks of a CSV table, Loop Habit Tracker's CSV export or harsh's log; or of a git repository in which LeetHub, LeetSync, leetcode-sync or GfG to GitHub keeps your solutions. No tick is cleared, of two marks on one day the lower one stays, a setting that you have changed stays, and a backup is saved first.",
    examples: {
      "dailyleet import ticks.json --dry-run": "preview",
      "dailyleet import ticks.json": "add them",
      "dailyleet import Checkmarks.csv --map 'LC daily=1'": "from Loop Habit Tracker",
      "dailyleet import ~/.config/harsh/log --dry-run": "from harsh",
      "dailyleet import ~/leetcode --dry-run": "a repository of LeetHub's",
      "dailyleet import --from-local": "cloud mode: what was here before",
    },
    needs: { config: "sound" },
  })
    .argument("[file]", "the file, Loop's also as zip file, or the directory of a git repository; - for stdin")
    .option("--from-local", "instead of a file, add what this computer had before you signed in")
    .option(
      "--map <name=source>",
      "which source a habit, or a folder of a repository, stands for; repeatable",
      (text, all: string[] = []) => [...all, text],
    )
    .addOption(
      new Option("--dates <order>", "day or month first, if a table's dates are ambiguous (a terminal asks)").choices([
        "dmy",
        "mdy",
      ]),
    )
    .addOption(
      new Option(
        "--numbers <meaning>",
        "counts or Loop's signs, if a table's numbers are ambiguous (a terminal asks)",
      ).choices(["counts", "loop"]),
    )
    .option("--accounts", "of an export, also take over the accounts on sites")
    .option("--marks", "of a git repository, also mark the questions of your list that have a solution")
    .addOption(OPTION.from)
    .addOption(OPTION.dryRun)
    .addOption(OPTION.json)
    .action((file, _options, command) => runImport(context, { ...optionsOf(command), file }));
}

async function runImport(context: CommandContext, options: ImportOptions): Promise<void> {
  if ((options.file === undefined) !== (options.fromLocal === true)) {
    throw usageError("Name a file or a directory, or use - for stdin or --from-local.");
  }
  const { map, dates, numbers, marks, from, accounts } = options;
  if (options.fromLocal && (map || dates || numbers || marks || accounts || from !== undefined)) {
    const sentence =
      "--map, --dates, --numbers, --marks, --accounts and --from are for files; leave them out with --from-local.";
    throw usageError(sentence);
  }
  const config = context.config();
  const view = await (options.fromLocal ? importLocal : importFile)(context, config, options);
  if (view === null) return printNote(context, "Nothing was imported.");
  if (options.json) printJson(context, importJson(view, config.sources));
  else
    writeText(
      context.stdout,
      renderImport(view, await namingFor(context, config, changesOf(view.plan.practice.changes))),
    );
  noteSharedDay(context, view.plan);
}

async function importFile(context: Context, config: Config, options: ImportOptions): Promise<ImportView | null> {
  const { readIncoming } = await import("./import/read.ts");
  const { unknown, kind, dataFor } = await readIncoming(context, config, options);
  const purpose = options.dryRun ? "read" : "write";
  return withTracker(context, config, { ...options, purpose }, async (tracker) => {
    const before = await tracker.data();
    const data = await dataFor(tracker, before);
    if (data === null) return null;
    const plan = planImport(before, data, todayOf(context, config));
    const saved = options.dryRun ? null : await addPlan(context, tracker, { command: "import", before, plan });
    return { plan, counts: plan, account: "", saved, unknown, kind };
  });
}

async function importLocal(context: Context, config: Config, options: ImportOptions): Promise<ImportView> {
  if (config.firebase === undefined) {
    throw usageError("--from-local is for cloud mode; run 'dailyleet login SITE-ADDRESS' first.");
  }
  const { plan, saved, account } = await importLocalData(context, config, options);
  return { plan, counts: seenFromHere(plan), account, saved, unknown: [], kind: "habit" };
}

/** Lists the changes, unless they are written already and many; then the skipped names and the outcome. */
function renderImport({ plan, account, unknown, kind, saved }: ImportView, naming: Naming): string {
  const { sources, questions } = naming;
  const { changes, practice, settings } = plan;
  const nameOf = (source: SourceNumber) => stripControls(sourceName(sources, source));
  const isListed = saved === null || changes.length + practice.changes.length <= LARGE_CHANGE;
  const lines = [
    ...changes.map(({ change }) => `${dateOf(change)} ${nameOf(change.column)}: Done`),
    ...practice.changes.map((made) => markLine(made, questions)),
    ...settings.map(({ change }) => `${cellName(change, naming)}: ${cellStateText(change, change.state)}`),
  ];
  const skipped = unknown.map((name) => `Skipped ${kind} "${oneLine(name)}" (use --map ${shellWord(`${name}=1`)})`);
  const outcome = importPlanText(plan, saved === null ? "preview" : "done", oneLine(account));
  return [...(isListed ? lines : []), ...skipped, outcome].map((line) => `${line}\n`).join("");
}

function importJson({ counts, unknown, saved }: ImportView, sources: readonly Source[]): object {
  const { here, there, together, ahead, practice } = counts;
  const changes = counts.changes.map(({ change }) => {
    const { row: day, column: source } = change;
    return { date: dateOf(change), day, source, name: sourceName(sources, source) };
  });
  const settings = counts.settings.map(({ change: { row, column, state } }) => ({
    setting: row,
    part: column,
    text: state,
  }));
  return {
    version: 1,
    here,
    there,
    together,
    ahead,
    unknown,
    changes,
    practice: practiceJson(practice),
    settings,
    saved,
  };
}

function practiceJson({ here, there, together, ahead, changes }: MarkPlan): object {
  const marks = changes.map(({ change: { row: question, column: date, state }, was }) => {
    return { question, date, mark: MARK_WORDS[state], was: MARK_WORDS[was] };
  });
  return { here, there, together, ahead, changes: marks };
}
