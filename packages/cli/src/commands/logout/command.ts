import type { Context } from "../../context.ts";
import { examples, jsonOption, optionsOf, type Program } from "../../terminal/options.ts";
import type { LogoutOptions } from "./answer.ts";

export function registerLogout(program: Program, context: Context): void {
  program
    .command("logout")
    .summary("forget the sign-in")
    .description("Forget the sign-in on this computer; changes that were not sent are kept.")
    .option("--leave", "forget the site too: local mode, with this computer's own ticks")
    .option("--yes", "leave although there are changes that were not sent")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet logout", "nobody is signed in any more"],
        ["dailyleet logout --leave", "and this computer works without the cloud again"],
      ),
    )
    .action((_options, command) => runLogout(context, optionsOf(command)));
}

async function runLogout(context: Context, options: LogoutOptions): Promise<void> {
  const { answerLogout } = await import("../../parts/cloud.ts");
  await answerLogout(context, options);
}
