import type { Context } from "../context.ts";
import { addVerb, type CommonOptions, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";

export function registerDoctor(program: Program, context: Context): void {
  addVerb(program, "doctor", {
    summary: "find problems and how to fix them",
    description:
      "Check directories, database, configuration, clock, sign-in and servers; exits with code 1 if there is a problem.",
    examples: [["dailyleet doctor", "each problem comes with a fix"]],
  })
    .addOption(JSON_OPTION)
    .action((_options, command) => runDoctor(context, optionsOf(command)));
}

async function runDoctor(context: Context, options: CommonOptions): Promise<void> {
  const { examine } = await import("./doctor/examine.ts");
  await examine(context, options);
}
