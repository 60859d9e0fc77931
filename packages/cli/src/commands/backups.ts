import { type Config, counted } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { type BackupFile, dailyDirectory, findBackups } from "../files/backups.ts";
import { loadConfig } from "../files/directories.ts";
import { addVerb, type CommonOptions, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/output.ts";
import { amountText } from "./changes.ts";
import type { BackupContents } from "./import/add.ts";

export function registerBackups(program: Program, context: Context): void {
  addVerb(program, "backups", {
    summary: "list the backups and what each holds",
    description:
      "List the backups, the newest first, and what each holds. The first tick or mark of a day saves one, an import and a large undo another; 'dailyleet import FILE' brings one back.",
    examples: [
      ["dailyleet backups", "what there is"],
      ["dailyleet import BACKUP --dry-run", "what one would bring back"],
    ],
  })
    .addOption(JSON_OPTION)
    .action((_options, command) => runBackups(context, optionsOf(command)));
}

async function runBackups(context: Context, { json }: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const directory = dailyDirectory(context, config);
  const backups = await readBackups(context, config);
  if (json) {
    printJson(context, { version: 1, directory, backups });
    return;
  }
  if (directory === null) note(context, "No backup is saved each day, because 'backups' is false in dailyleet.json.");
  else if (backups.length === 0)
    note(context, `No backups yet; the first tick or mark of a day saves one in ${directory}.`);
  context.stdout.write(backups.map(renderBackup).join(""));
}

/** One with what it holds, or null in its place where the file can't be read. */
type Backup = BackupFile & (BackupContents | typeof NOTHING);
const NOTHING = { profiles: null, ticks: null, marks: null };

async function readBackups(context: Context, config: Config): Promise<Backup[]> {
  const { contentsOf } = await import("./import/add.ts");
  return findBackups(context, config).map((backup) => ({
    ...backup,
    ...(contentsOf(context, config, backup.file) ?? NOTHING),
  }));
}

/** '2026-11-23  412 ticks and 31 marks of 2 profiles  /home/asha/.local/share/dailyleet/backups/dailyleet-2026-11-23.json' */
function renderBackup(backup: Backup): string {
  const held = backup.profiles === null ? "can't be read" : heldText(backup);
  return `${backup.date}  ${held}  ${oneLine(backup.file)}\n`;
}

function heldText({ profiles, ticks, marks }: BackupContents): string {
  return `${amountText(ticks, marks)}${profiles > 1 ? ` of ${counted(profiles, "profile")}` : ""}`;
}
