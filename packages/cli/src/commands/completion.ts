import { Argument, Option } from "commander";
import type { Context } from "../context.ts";
import { addVerb, optionsOf, type Program } from "../terminal/options.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** `table` makes the whole command table. */
export function registerCompletion(program: Program, context: Context, table: () => Program): void {
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
      (await import("./completion/offers.ts")).runCompletion(context, { ...optionsOf(command), shell }, table()),
    );
}
