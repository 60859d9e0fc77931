import type { Context } from "../context.ts";
import { addVerb, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";

export function registerDoctor(program: Program, context: Context): void {
  addVerb(program, "doctor", {
    summary: "find problems and how to fix them",
    description:
      "Check directories, database, configuration, clock, sign-in and servers; exits with code 1 if there is a problem.",
    examples: { "dailyleet doctor": "each problem comes with a fix" },
  })
    .addOption(JSON_OPTION)
    .action(async (_options, command) => (await import("./doctor/examine.ts")).runDoctor(context, optionsOf(command)));
}
