import { exitCodeOf, isDailyleetError, own, stripControls, usageError } from "@dailyleet/core";
import { Command, CommanderError } from "commander";
import type { Context } from "./context.ts";
import { addGlobalOptions, helpColumns, helpStyle, type Program, verbsMeant } from "./terminal/options.ts";
import { OutputClosed, printNote } from "./terminal/output.ts";
import { type CommandContext, createCommandContext } from "./verb.ts";
import { VERB_NAMES, VERBS } from "./verbs.ts";

/** The program without its verbs, which `parse` adds. */
export function createProgram(context: CommandContext): Program {
  const { stdout, stderr } = context;
  return addGlobalOptions(new Command("dailyleet").version(context.version))
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
      // Help pages have no colour. Commander's own check would create Node's stream.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
}

/** The command table: all verbs with their names, arguments, options and help texts, in `program.commands`. */
export function createFullProgram(context: CommandContext): Program {
  return addVerbs(createProgram(context), context);
}

/** Adds the verb named `only`, or all verbs. */
function addVerbs(program: Program, context: CommandContext, only?: string): Program {
  for (const [heading, group] of Object.entries(VERBS)) {
    program.commandsGroup(heading);
    for (const [name, register] of Object.entries(group)) {
      if (only === undefined || only === name) register(program, context, () => createFullProgram(context));
    }
  }
  program.commandsGroup("This computer:").helpCommand(true);
  return program;
}

const HELP_FLAGS = ["-h", "--help"];
/** Numbers of sources, such as '1-3,5', in place of a verb. */
const SOURCES = /^\d[\d,-]*$/;

/**
 * Parses a command line and runs its verb. The verb defaults to `today`, for numbers of sources to `tick`. Rejects as
 * Commander and the verb do, and with `usage` for an ambiguous verb.
 */
export async function parse(program: Program, context: CommandContext, args: readonly string[]): Promise<void> {
  const { operands, unknown } = program.parseOptions([...args]);
  const isHelp = operands.length === 0 && unknown.some((word) => HELP_FLAGS.includes(word));
  const { verb, line } = isHelp ? { verb: "help", line: args } : meantBy(program, args, operands);
  // Help, and a suggestion for an unknown verb, need all verbs.
  addVerbs(program, context, VERB_NAMES.includes(verb) ? verb : undefined);
  await program.parseAsync(line, { from: "user" });
}

/** The verb to run, and the command line with it written out. Throws `usage` for an ambiguous verb. */
function meantBy(program: Program, args: readonly string[], [word, topic]: readonly string[]) {
  if (word === undefined) return { verb: "today", line: ["today", ...args] };
  const takesValue = (before: string | undefined) =>
    program.options.some(({ long, required }) => required && long === before);
  const at = args.findIndex((each, index) => each === word && !takesValue(args[index - 1]));
  if (SOURCES.test(word)) return { verb: "tick", line: args.toSpliced(at, 0, "tick") };
  const verb = verbMeant(word);
  if (verb !== "help" || topic === undefined) return { verb, line: args.with(at, verb) };
  const wanted = verbMeant(topic);
  // For an unknown verb, Commander's 'help' would show the program's help.
  return { verb, line: WORDS.includes(wanted) ? ["help", wanted] : [wanted] };
}

const WORDS = [...VERB_NAMES, "help"];

/** The verb that begins with the word, or the word itself if none does. Throws `usage` if several do. */
function verbMeant(word: string): string {
  const found = verbsMeant(WORDS, word);
  if (found.length < 2) return found[0] ?? word;
  throw usageError(`'${word}' could be ${found.join(" or ")}; write more of it.`);
}

const FAILED = 1;
const USAGE = 2;

/** Runs a command line; an error becomes one sentence on stderr and an exit code. */
export async function run(args: readonly string[], context: Context): Promise<void> {
  const command = createCommandContext(context);
  const program = createProgram(command);
  try {
    await parse(program, command, args);
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
    return exitCodeOf(error);
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printNote(context, "this is a bug in dailyleet; please report it with the lines below:");
  context.stderr.write(`${stripControls(trace)}\n`);
  return FAILED;
}

/** Removed verbs, each with its replacement as the end of a sentence. */
const FORMER_VERBS: Readonly<Record<string, string>> = {
  backups: "use 'dailyleet restore --list'",
  remind: "let your calendar repeat an event, or cron ask 'dailyleet status --check' (docs/automation.md)",
  whoami: "use 'dailyleet profiles'",
  year: "use 'dailyleet stats'",
};

/** Suggests the options that begin with the given word, in place of Commander's suggestion of similar ones. */
function withBegun(told: string, program: Program, given: string): string {
  const verb = program.commands.find((command) => command.name() === program.args[0]);
  const options = [...(verb?.options ?? []), ...program.options].flatMap(({ long }) => long ?? []);
  const begun = options.filter((word) => word.startsWith(given.toLowerCase()));
  if (begun.length === 0) return told;
  return `${told.replace(/ \(Did you mean .*/, "")} (Did you mean ${begun.join(" or ")}?)`;
}

/** Prints Commander's errors. `--help` and `--version` also end with one, with exit code 0. */
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
  const verb = WORDS.includes(name) ? `${name} ` : "";
  printNote(context, `${sentence}; see 'dailyleet ${verb}--help'.`);
  return USAGE;
}
