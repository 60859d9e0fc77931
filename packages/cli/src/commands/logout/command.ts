import type { Context } from "../../context.ts";
import { examples, jsonOption, optionsOf, type Program } from "../../terminal/options.ts";
import type { LogoutOptions } from "./answer.ts";

export function registerLogout(program: Program, context: Context): void {
  program
    .command("logout")
    .summary("sign out")
    .description("Sign out on this computer; changes that are not sent yet are kept.")
    .option("--leave", "leave the site, too: back to local mode and this computer's own ticks")
    .option("--yes", "leave even if changes are not sent yet")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet logout", "sign out"], ["dailyleet logout --leave", "and go back to local mode"]),
    )
    .action((_options, command) => runLogout(context, optionsOf(command)));
}

async function runLogout(context: Context, options: LogoutOptions): Promise<void> {
  const { answerLogout } = await import("../../parts/cloud.ts");
  await answerLogout(context, options);
}
