import { changesOf, counted, type OutboxEntry, usageError } from "@dailyleet/core";
import { createOutbox, type Database, forgetKnown, withLock } from "@dailyleet/local";
import { hasSessionFile, removeSessions, usableSessions } from "../cloud/session.ts";
import { restoreOwnConfig } from "../cloud/site.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { configOf } from "../files/settings.ts";
import { cellName, cellStateText, namingFor } from "../rendering/changes.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote, writeText } from "../terminal/output.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface LogoutOptions extends CommonOptions {
  /** Also go back to local mode. */
  readonly leave: true | undefined;
  /** With `leave`: leave although changes are unsent. */
  readonly yes: true | undefined;
}

export function registerLogout(program: Program, context: CommandContext): void {
  addVerb(program, context, "logout", {
    summary: "sign out",
    description: "Sign out on this computer; changes that are not sent yet are kept.",
    examples: { "dailyleet logout": "sign out", "dailyleet logout --leave": "and go back to local mode" },
  })
    .option("--leave", "leave the site, too: back to local mode and this computer's own ticks")
    .option("--yes", "leave even if changes are not sent yet")
    .addOption(OPTION.json)
    .action((_options, command) => runLogout(context, optionsOf(command)));
}

async function runLogout(context: CommandContext, options: LogoutOptions): Promise<void> {
  if (options.leave && !options.yes) await requireSent(context);
  const { wasSignedIn, unsent } = await signOut(context);
  const later = "not sent yet; they are kept here and sent when you sign in again.";
  if (unsent > 0) printNote(context, `${counted(unsent, "change")} ${later}`);
  const kept = options.leave ? await restoreOwnConfig(context) : null;
  if (kept !== null) printNote(context, kept);
  if (options.json) printJson(context, { version: 1, wasSignedIn, unsent });
  else writeText(context.stdout, `${answer(options, wasSignedIn, kept !== null)}\n`);
}

function answer({ leave }: LogoutOptions, wasSignedIn: boolean, hasLeft: boolean): string {
  if (!leave) return wasSignedIn ? "Signed out." : "Nobody was signed in.";
  return `${wasSignedIn ? "Signed out; this" : "This"} computer is in local mode ${hasLeft ? "again" : "already"}.`;
}

const MOST_NAMED = 20;

/** Lists the unsent changes of all accounts on this computer. Throws `usage` if there are any. */
async function requireSent(context: CommandContext): Promise<void> {
  const unsent = await withDatabase(context, "read", (database) => {
    const people = database.all<{ uid: string }>("SELECT DISTINCT uid FROM outbox").map(({ uid }) => uid);
    return listUnsent(database, people);
  });
  if (unsent.length === 0) return;
  const config = configOf(context.settings());
  const naming = await namingFor(context, config, changesOf(unsent));
  const named = unsent.slice(0, MOST_NAMED);
  const lines = named.map(({ change }) => `  ${cellName(change, naming)}: ${cellStateText(change, change.state)}\n`);
  const more = unsent.length - lines.length;
  writeText(context.stderr, `${lines.join("")}${more > 0 ? `  and ${more} more\n` : ""}`);
  throw usageError(
    `${counted(unsent.length, "change")} not sent yet; run 'dailyleet sync' first, or pass --yes to leave: they stay here and are sent when you sign in again.`,
  );
}

/**
 * Deletes the session and the snapshots of the person's documents. Keeps the outbox; `unsent` counts its changes.
 * Nothing can be revoked: Google's token was never saved, and an owner can't revoke Firebase's.
 */
async function signOut(context: Context): Promise<{ readonly wasSignedIn: boolean; readonly unsent: number }> {
  const wasSignedIn = hasSessionFile(context);
  const people = usableSessions(context).map(({ uid }) => uid);
  removeSessions(context);
  if (people.length === 0) return { wasSignedIn, unsent: 0 };
  return withDatabase(context, "write", async (database) => {
    // Under the lock, remove the file again: another process may have saved a renewed token meanwhile.
    await withLock(database, "token", async () => removeSessions(context));
    for (const uid of people) forgetKnown(database, uid);
    return { wasSignedIn, unsent: (await listUnsent(database, people)).length };
  });
}

async function listUnsent(database: Database, people: readonly string[]): Promise<OutboxEntry[]> {
  const outbox = createOutbox(database);
  return (await Promise.all(people.map((uid) => outbox.list(uid)))).flat();
}
