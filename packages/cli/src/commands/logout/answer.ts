import { type Config, counted, DailyleetError, type PendingChange } from "@dailyleet/core";
import { leaveSite } from "../../cloud/configFile.ts";
import { allUnsent, signOut } from "../../cloud/keptSignIn.ts";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/settings.ts";
import { wordFor } from "../../render/changes.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, printJson } from "../../terminal/print.ts";
import { cellName, namingFor } from "../../tracker/naming.ts";

export interface LogoutOptions extends CommonOptions {
  /** Also go back to local mode. */
  readonly leave: true | undefined;
  /** With `leave`: although there are changes that were not sent. */
  readonly yes: true | undefined;
}

/** How many of the changes that were not sent are named one by one. */
const MOST_NAMED = 20;

/** What `dailyleet logout` does and answers. Throws `usage` when leaving would leave something unsent. */
export async function answerLogout(context: Context, options: LogoutOptions): Promise<void> {
  if (options.leave && !options.yes) await requireSent(context, await allUnsent(context));
  const { wasSignedIn, unsent } = await signOut(context);
  if (unsent > 0) {
    const sentence = "not sent yet; they are kept here and sent when you sign in again.";
    note(context, `${counted(unsent, "change")} ${sentence}`);
  }
  const hasLeft = options.leave === true && leaveSite(context);
  if (options.json) printJson(context, { version: 1, wasSignedIn, unsent });
  else context.stdout.write(`${answer(options, wasSignedIn, hasLeft)}\n`);
}

function answer({ leave }: LogoutOptions, wasSignedIn: boolean, hasLeft: boolean): string {
  if (!leave) return wasSignedIn ? "Signed out." : "Nobody was signed in.";
  const mode = `his computer is in local mode ${hasLeft ? "again" : "already"}.`;
  return wasSignedIn ? `Signed out; t${mode}` : `T${mode}`;
}

/** Names what was not sent. Throws `usage` when there is any. */
async function requireSent(context: Context, unsent: readonly PendingChange[]): Promise<void> {
  if (unsent.length === 0) return;
  const naming = await namingFor(context, configIn(context), unsent);
  const lines = unsent.slice(0, MOST_NAMED).map((change) => `  ${cellName(change, naming)}: ${wordFor(change)}\n`);
  const more = unsent.length - lines.length;
  context.stderr.write(`${lines.join("")}${more > 0 ? `  and ${more} more\n` : ""}`);
  throw new DailyleetError(
    "usage",
    `${counted(unsent.length, "change")} not sent yet; run 'dailyleet sync' first, or pass --yes to leave: they stay here and are sent when you sign in again.`,
  );
}

/** A configuration with a fault must not keep anybody from leaving. */
function configIn(context: Context): Config {
  try {
    return loadConfig(context);
  } catch (error) {
    if (error instanceof DailyleetError) return {};
    throw error;
  }
}
