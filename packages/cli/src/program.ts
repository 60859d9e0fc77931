import { DailyleetError, stripControls } from "@dailyleet/core";
import { Command, CommanderError } from "commander";
import { registerDeployFiles, registerLogin, registerLogout, registerSync, registerWhoami } from "./commands/cloud.ts";
import { registerConfig } from "./commands/config.ts";
import { registerOpen, registerServe } from "./commands/open.ts";
import { registerProfiles } from "./commands/profiles.ts";
import { registerMark, registerPlan, registerQuestions, registerReview } from "./commands/questions.ts";
import { registerCompletion, registerDoctor, registerRemind } from "./commands/thisComputer.ts";
import { registerTick, registerUntick } from "./commands/tick.ts";
import { registerOverview, registerStatus, registerToday } from "./commands/today.ts";
import { registerBackups, registerExport, registerImport } from "./commands/transfer.ts";
import { registerUi } from "./commands/ui.ts";
import { registerRedo, registerUndo } from "./commands/undo.ts";
import { registerStats, registerYear } from "./commands/year.ts";
import type { Context } from "./context.ts";
import { namingNewestBackup } from "./files/backups.ts";
import { requireOwnDirectories } from "./files/directories.ts";
import { addGlobalOptions, helpColumns, helpStyle, type Program } from "./terminal/options.ts";
import { note, OutputClosed } from "./terminal/output.ts";

/** `table` makes the whole command table, whichever verbs `program` holds. */
export type Register = (program: Program, context: Context, table: () => Program) => void;

/** Every verb, in the groups and the order of the help page. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Register>>>> = {
  "Every day:": {
    today: registerToday,
    tick: registerTick,
    untick: registerUntick,
    undo: registerUndo,
    redo: registerRedo,
    ui: registerUi,
  },
  "Looking back:": { status: registerStatus, year: registerYear, stats: registerStats },
  "Practising:": {
    review: registerReview,
    mark: registerMark,
    plan: registerPlan,
    questions: registerQuestions,
    open: registerOpen,
  },
  "Your data:": { export: registerExport, import: registerImport, backups: registerBackups, config: registerConfig },
  "This computer:": {
    serve: registerServe,
    profiles: registerProfiles,
    remind: registerRemind,
    completion: registerCompletion,
    doctor: registerDoctor,
  },
  "Cloud (optional):": {
    login: registerLogin,
    logout: registerLogout,
    whoami: registerWhoami,
    sync: registerSync,
    "deploy-files": registerDeployFiles,
  },
};

const VERBS: ReadonlySet<string> = new Set(Object.values(GROUPS).flatMap(Object.keys));

/**
 * The command table: names, arguments, options and help texts are commander's objects in `program.commands`.
 * It may hold some verbs only, because making all of them takes a tenth of the time of a `tick`.
 */
export function createProgram(context: Context, verbs?: readonly string[]): Program {
  const { stdout, stderr } = context;
  const program = addGlobalOptions(new Command("dailyleet").version(context.version))
    .description("Tick the coding-practice sites you have done today.")
    .usage("[command] [options]")
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // `run` prints all errors in one form.
      outputError: () => {},
      getOutHelpWidth: () => helpColumns(stdout),
      getErrHelpWidth: () => helpColumns(stderr),
      // Help pages have no colour; asking for more would make Node's stream.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .hook("preAction", (_, command) => {
      // `doctor` lists this with what else is wrong.
      if (command.name() !== "doctor") requireOwnDirectories(context);
    });
  for (const [heading, group] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const [verb, register] of Object.entries(group)) {
      if (verbs === undefined || verbs.includes(verb)) register(program, context, () => createProgram(context));
    }
  }
  if (verbs === undefined) program.commandsGroup("This computer:").helpCommand(true);
  if (verbs?.length === 0) registerOverview(program, context);
  return program;
}

const EVERYWHERE = ["--color", "--profile"];
const TAKES_VALUE = [...EVERYWHERE, "--date"];
const HELP = ["-h", "--help"];
const VERSION = ["-V", "--version"];

interface Invocation {
  /** The arguments, with `today` in front where no verb but one of its options is given. */
  readonly args: readonly string[];
  /** The verbs that the command table must hold to answer them: none for `dailyleet` alone, all where it is not one known verb. */
  readonly verbs?: readonly string[];
}

export function readInvocation(args: readonly string[]): Invocation {
  const verb = args.find((arg, index) => !arg.startsWith("-") && !TAKES_VALUE.includes(args[index - 1] ?? ""));
  if (verb === "help") return { args: withoutHelp(args) };
  if (verb !== undefined) return VERBS.has(verb) ? { args, verbs: [verb] } : { args };
  if (args.some((arg) => HELP.includes(arg))) return { args };
  if (args.some((arg) => VERSION.includes(arg)) || args.every(isGlobal)) return { args, verbs: [] };
  return { args: ["today", ...args], verbs: ["today"] };
}

/** An option of every command, or its value. */
function isGlobal(arg: string, index: number, args: readonly string[]): boolean {
  return [arg, args[index - 1] ?? ""].some((text) => EVERYWHERE.includes(text.replace(/=.*/s, "")));
}

/** Asked for help about a verb that is none, commander would not say so; about an unknown verb alone it does. */
function withoutHelp(args: readonly string[]): readonly string[] {
  const topic = args.slice(args.indexOf("help") + 1).find((arg) => !arg.startsWith("-"));
  return topic === undefined || topic === "help" || VERBS.has(topic) ? args : [topic];
}

const FAILED = 1;
const USAGE = 2;

/** Runs one command line; every error becomes one sentence on stderr and an exit code. */
export async function run(argv: readonly string[], context: Context): Promise<void> {
  const { args, verbs } = readInvocation(argv);
  try {
    await createProgram(context, verbs).parseAsync(args, { from: "user" });
  } catch (error) {
    context.setExitCode(report(error, context, verbs));
  }
}

function report(error: unknown, context: Context, verbs: readonly string[] = []): number {
  if (error instanceof OutputClosed) return 0;
  if (error instanceof CommanderError) return reportUsage(error, context, verbs);
  if (error instanceof DailyleetError) {
    note(context, namingNewestBackup(context, error).message);
    return error.exitCode;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  note(context, "this is a bug in dailyleet; please report it with the lines below:");
  context.stderr.write(`${stripControls(trace)}\n`);
  return FAILED;
}

/** Commander's own errors, and its way of ending after `--help` and `--version`. */
function reportUsage({ exitCode, message }: CommanderError, context: Context, verbs: readonly string[]): number {
  if (exitCode === 0) return 0;
  const sentence = message
    .replace(/^error: /, "")
    .replace(/^command-argument value (.+) is invalid for argument '(.+?)'/, "$1 is no $2")
    .replaceAll("\n", " ")
    .replace(/\.$/, "");
  note(context, `${sentence}; see '${["dailyleet", ...verbs, "--help"].join(" ")}'.`);
  return USAGE;
}
