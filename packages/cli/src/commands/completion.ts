import { sourcesOf } from "@dailyleet/core";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { addVerb, type Program } from "../terminal/options.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

interface CompletionOptions {
  readonly shell: (typeof SHELLS)[number];
  /** The whole command table. */
  readonly table: () => Program;
}

export function registerCompletion(program: Program, context: Context, table: () => Program): void {
  addVerb(program, "completion", {
    summary: "set up tab completion",
    description: "Print a script that completes commands, options and values in your shell.",
    examples: [
      ["source <(dailyleet completion bash)", "in ~/.bashrc"],
      ["source <(dailyleet completion zsh)", "in ~/.zshrc, after compinit"],
      ["dailyleet completion fish | source", "in ~/.config/fish/config.fish"],
      ["dailyleet completion powershell | Out-String | Invoke-Expression", "in $PROFILE"],
    ],
  })
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .action((shell: CompletionOptions["shell"]) => runCompletion(context, { shell, table }));
}

async function runCompletion(context: Context, { shell, table }: CompletionOptions): Promise<void> {
  const [{ completionScript }, { knownValues }] = await Promise.all([
    import("./completion/shells.ts"),
    import("./completion/table.ts"),
  ]);
  const config = loadConfig(context);
  const known = await knownValues(context, config, sourcesOf(config));
  context.stdout.write(completionScript(shell, table(), known));
}
