import { DailyleetError, stripControls } from "@dailyleet/core";
import { CommanderError } from "commander";
import type { Context } from "./context.ts";
import { namingNewestCopy } from "./files/copies.ts";
import { createProgram, readInvocation } from "./program.ts";
import { OutputClosed } from "./terminal/output.ts";
import { note } from "./terminal/print.ts";

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
    note(context, namingNewestCopy(context, error).message);
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
    .replaceAll("\n", " ")
    .replace(/\.$/, "");
  note(context, `${sentence}; see '${["dailyleet", ...verbs, "--help"].join(" ")}'.`);
  return USAGE;
}
