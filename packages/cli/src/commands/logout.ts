import { counted } from "@dailyleet/core";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { examples, type GlobalOptions, type JsonOption, jsonOption } from "../options.ts";
import { note, printJson } from "../print.ts";

export function registerLogout(program: Command, context: Context): void {
  program
    .command("logout")
    .summary("forget the sign-in")
    .description("Forget the sign-in of this computer; changes that were not sent are kept.")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet logout", "nobody is signed in any more"]))
    .action((_options, command: Command) => runLogout(context, command.optsWithGlobals()));
}

export async function runLogout(context: Context, options: GlobalOptions & JsonOption): Promise<void> {
  const { signOut } = await import("../parts/cloud.ts");
  const { wasSignedIn, unsent } = await signOut(context);
  if (unsent > 0)
    note(
      context,
      `${counted(unsent, "change")} not sent yet; kept here, to go out when the same person signs in again.`,
    );
  if (options.json) printJson(context, { version: 1, wasSignedIn, unsent });
  else context.stdout.write(wasSignedIn ? "Signed out.\n" : "Nobody was signed in.\n");
}
