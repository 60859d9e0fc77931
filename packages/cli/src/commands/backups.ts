import { amountText, counted } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { contentsOf } from "../files/backupContents.ts";
import { dailyDirectory, findBackups } from "../files/backups.ts";
import { loadConfig } from "../files/settings.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

export function registerBackups(program: Program, context: Context): void {
  addVerb(program, "backups", {
    summary: "list the backups and what each holds",
    description:
      "List the backups, the newest first, and what each holds. The first tick or mark of a day saves one, an import and a large undo another; 'dailyleet restore' brings one back.",
    examples: {
      "dailyleet backups": "what there is",
      "dailyleet restore BACKUP --dry-run": "what one would bring back",
    },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runBackups(context, optionsOf(command)));
}

async function runBackups(context: Context, { json }: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const directory = dailyDirectory(context, config);
  const backups = findBackups(context, config).map(({ file, date }) => {
    return { file, date, ...(contentsOf(context, file) ?? UNREADABLE) };
  });
  if (json) return printJson(context, { version: 1, directory, backups });
  if (directory === null) printNote(context, "No backup is saved each day, because 'backups' is off.");
  else if (backups.length === 0) {
    printNote(context, `No backups yet; the first tick or mark of a day saves one in ${directory}.`);
  }
  for (const { date, file, profiles, ticks, marks } of backups) {
    const owners = profiles !== null && profiles > 1 ? ` of ${counted(profiles, "profile")}` : "";
    const held = profiles === null ? "can't be read" : `${amountText(ticks, marks)}${owners}`;
    const label = `${date}  ${held}  `;
    const line = labelled(label, label.length, oneLine(file), context.stdout.columns(), (text) => text.length);
    writeText(context.stdout, `${line}\n`);
  }
}

const UNREADABLE = { profiles: null, ticks: null, marks: null };
