import { Argument, InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { addVerb, OPTION, optionsOf, type Program } from "../terminal/options.ts";

export function registerRemind(program: Program, context: Context): void {
  addVerb(program, "remind", {
    summary: "add a daily alarm to your calendar",
    description: "Save a calendar file with a daily alarm; open it once with your calendar app.",
    examples: {
      "dailyleet remind --ics practice.ics": "at eight in the evening",
      "dailyleet remind --ics practice.ics --at 07:30": "another time; replaces the first",
    },
  })
    .requiredOption("--ics <file>", "file to write; - for stdout")
    .addOption(new Option("--at <time>", "time of day, in your time zone").default("20:00").argParser(readTime))
    .addOption(OPTION.json)
    .action(async (_options, command) => (await import("./remind.ts")).runRemind(context, optionsOf(command)));
}

function readTime(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError("Give hours and minutes such as 20:00.");
}

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export function registerCompletion(program: Program, context: Context): void {
  addVerb(program, "completion", {
    summary: "set up tab completion",
    description: "Print a script that completes commands, options and values in your shell.",
    examples: {
      "source <(dailyleet completion bash)": "in ~/.bashrc",
      "source <(dailyleet completion zsh)": "in ~/.zshrc, after compinit",
      "dailyleet completion fish | source": "in ~/.config/fish/config.fish",
      "dailyleet completion powershell | Out-String | Invoke-Expression": "in $PROFILE",
    },
  })
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .addOption(new Option("--words <words>", "what the script passes: the words up to the cursor, by tabs").hideHelp())
    .action(async (shell, _options, command) =>
      (await import("./completion.ts")).runCompletion(context, { ...optionsOf(command), shell }, program),
    );
}

export function registerDoctor(program: Program, context: Context): void {
  addVerb(program, "doctor", {
    summary: "find problems and how to fix them",
    description:
      "Check directories, database, configuration, clock, sign-in and servers; exits with code 1 if there is a problem.",
    examples: { "dailyleet doctor": "each problem comes with a fix" },
  })
    .addOption(OPTION.json)
    .action(async (_options, command) => (await import("./doctor.ts")).runDoctor(context, optionsOf(command)));
}
