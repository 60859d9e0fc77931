import type { Context } from "../../context.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../../terminal/options.ts";

export function registerDoctor(program: Program, context: Context): void {
  program
    .command("doctor")
    .summary("find out what does not work, and why")
    .description(
      "Check directories, database, configuration, clock, sign-in and servers; ends with 1 when something needs mending.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet doctor", "each finding says what to do"]))
    .action((_options, command) => runDoctor(context, optionsOf(command)));
}

async function runDoctor(context: Context, options: CommonOptions): Promise<void> {
  const { examine } = await import("../../parts/doctor.ts");
  await examine(context, options);
}
