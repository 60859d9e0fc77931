import { DailyleetError, isDailyleetError, own, stripControls } from "@dailyleet/core";
import { Command, CommanderError } from "commander";
import type { Context } from "./context.ts";
import { addGlobalOptions, helpColumns, helpStyle, type Program, verbsMeant } from "./terminal/options.ts";
import { OutputClosed, printNote } from "./terminal/output.ts";
import { type CommandContext, createCommandContext } from "./verb.ts";

/** Declares a verb. `runCompletion` later reads all verbs from `program`. */
type Register = (program: Program, context: CommandContext) => void;

/** The declarations of the verbs, by the heading of their group on the help page. */
export type Verbs = Readonly<Record<string, readonly Register[]>>;

/** The command table: names, arguments, options and help texts are commander's objects in `program.commands`. */
export function createProgram(context: CommandContext, verbs: Verbs): Program {
  const { stdout, stderr } = context;
  const program = addGlobalOptions(new Command("dailyleet").version(context.version))
    .description(
      "Tick the coding-practice sites you have done today. Any clear beginning of a command will do: 'dailyleet ti 3' is 'dailyleet tick 3', and so is 'dailyleet 3'.",
    )
    .usage("[command] [options]")
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // `run` prints all errors in the same form.
      outputError: () => {},
      getOutHelpWidth: () => helpColumns(stdout),
      getErrHelpWidth: () => helpColumns(stderr),
      // Help pages have no colour; Commander's own check would make Node's stream.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  for (const [heading, group] of Object.entries(verbs)) {
    program.commandsGroup(heading);
    for (const register of group) register(program, context);
  }
  program.commandsGroup("This computer:").helpCommand(true);
  return program;
}

const HELP_FLAGS = ["-h", "--help"];
/** Sources' numbers in place of a verb. */
const SOURCES = /^\d[\d,-]*$/;

/**
 * Parses a command line and runs its verb; without a verb, `today`, and for sources' numbers `tick`. Rejects as Commander
 * and the verb do, and with `usage` for the beginning of several verbs.
 */
export async function parse(program: Program, args: readonly string[]): Promise<void> {
  const { operands, unknown } = program.parseOptions([...args]);
  const [verb, topic] = operands;
  const isHelp = verb === undefined && unknown.some((word) => HELP_FLAGS.includes(word));
  await program.parseAsync(isHelp ? args : lineOf(program, args, verb, topic), { from: "user" });
}

function lineOf(program: Program, args: readonly string[], verb?: string, topic?: string): readonly string[] {
  if (verb === undefined) return ["today", ...args];
  const takesValue = (word: string | undefined) =>
    program.options.some(({ long, required }) => required && long === word);
  const at = args.findIndex((word, index) => word === verb && !takesValue(args[index - 1]));
  if (SOURCES.test(verb)) return args.toSpliced(at, 0, "tick");
  const name = verbMeant(program, verb);
  // For an unknown verb Commander's 'help' would show the help of the program.
  if (name === "help" && topic !== undefined) {
    const wanted = verbMeant(program, topic);
    return verbNames(program).includes(wanted) ? ["help", wanted] : [wanted];
  }
  return args.with(at, name);
}

/** The only verb that the word begins; else the word. Throws `usage` for the beginning of several. */
function verbMeant(program: Program, word: string): string {
  const found = verbsMeant(verbNames(program), word);
  if (found.length < 2) return found[0] ?? word;
  throw new DailyleetError("usage", `'${word}' could be ${found.join(" or ")}; write more of it.`);
}

function verbNames({ commands }: Program): string[] {
  return [...commands.map((command) => command.name()), "help"];
}

const FAILED = 1;
const USAGE = 2;

/** Runs a command line; an error becomes one sentence on stderr and an exit code. */
export async function run(args: readonly string[], context: Context, verbs: Verbs): Promise<void> {
  const command = createCommandContext(context);
  const program = createProgram(command, verbs);
  try {
    await parse(program, args);
  } catch (error) {
    context.setExitCode(report(error, context, program));
  } finally {
    command.close();
  }
}

function report(error: unknown, context: Context, program: Program): number {
  if (error instanceof OutputClosed) return 0;
  if (error instanceof CommanderError) return reportUsage(error, context, program);
  if (isDailyleetError(error)) {
    printNote(context, error.message);
    return error.exitCode;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printNote(context, "this is a bug in dailyleet; please report it with the lines below:");
  context.stderr.write(`${stripControls(trace)}\n`);
  return FAILED;
}

/** What does the work of each former verb, as the end of a sentence. */
const FORMER_VERBS: Readonly<Record<string, string>> = {
  backups: "use 'dailyleet restore --list'",
  remind: "let your calendar repeat an event, or cron ask 'dailyleet status --check' (docs/automation.md)",
  whoami: "use 'dailyleet profiles'",
  year: "use 'dailyleet stats'",
};

/** Commander proposes options that are nearly the same. Those that the given one begins come before them. */
function withBegun(told: string, program: Program, given: string): string {
  const verb = program.commands.find((command) => command.name() === program.args[0]);
  const options = [...(verb?.options ?? []), ...program.options].flatMap(({ long }) => long ?? []);
  const begun = options.filter((word) => word.startsWith(given.toLowerCase()));
  if (begun.length === 0) return told;
  return `${told.replace(/ \(Did you mean .*/, "")} (Did you mean ${begun.join(" or ")}?)`;
}

/** Reports Commander's errors, which include the end of `--help` and `--version`. */
function reportUsage({ code, exitCode, message }: CommanderError, context: Context, program: Program): number {
  if (exitCode === 0) return 0;
  const way = code === "commander.unknownCommand" ? own(FORMER_VERBS, program.args[0] ?? "") : undefined;
  if (way !== undefined) {
    printNote(context, `'dailyleet ${program.args[0]}' is gone; ${way}.`);
    return USAGE;
  }
  const sentence = message
    .replace(/^error: /, "")
    .replace(/^command-argument value (.+) is invalid for argument '(.+?)'/, (_, value, name) => {
      return `${value} isn't ${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
    })
    .replaceAll("\n", " ")
    .replace(/\.$/, "")
    .replace(/^unknown option '(.+?)'.*/s, (told, given) => withBegun(told, program, given));
  const [name = ""] = program.args;
  const verb = verbNames(program).includes(name) ? `${name} ` : "";
  printNote(context, `${sentence}; see 'dailyleet ${verb}--help'.`);
  return USAGE;
}
