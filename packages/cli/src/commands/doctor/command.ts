import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../../terminal/options.ts";

export function registerDoctor(program: Command, context: Context): void {
  program
    .command("doctor")
    .summary("find out what does not work, and why")
    .description(
      "Check directories, database, configuration, clock, sign-in and servers; ends with 1 when something needs mending.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet doctor", "each finding says what to do"]))
    .action((_options, command: Command) => runDoctor(context, command.optsWithGlobals()));
}

export async function runDoctor(context: Context, options: GlobalOptions & JsonOption): Promise<void> {
  const { examine } = await import("../../parts/doctor.ts");
  await examine(context, options);
}
