import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { cannot } from "../../files/files.ts";
import { type Finding, fromError, mend, ok } from "./finding.ts";

const CHECK = "directories";

/** Whether the person's directories and configuration can be used by the person and by nobody else. */
export function checkDirectories(context: Context): Finding[] {
  const { configFile, databaseFile, copiesDirectory } = placesOf(context);
  const directories = new Set([dirname(configFile), dirname(databaseFile), copiesDirectory]);
  const faults = [
    ...[...directories].flatMap((directory) => faultOf(context, directory, "directory")),
    ...faultOf(context, configFile, "file"),
  ];
  return faults.length > 0 ? faults : [ok(CHECK, [...directories].slice(0, -1).join(", "))];
}

/** The modes that close them to other users. */
const MODES = { directory: "700", file: "600" } as const;

function faultOf(context: Context, path: string, kind: keyof typeof MODES): Finding[] {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    // What is not there yet is made when it is needed, with the right mode.
    return stats === undefined ? [] : faultIn(context, path, kind, stats);
  } catch (error) {
    return [fromError(CHECK, cannot("read", path, error))];
  }
}

function faultIn({ userId }: Context, path: string, kind: keyof typeof MODES, stats: Stats): Finding[] {
  if (!(kind === "file" ? stats.isFile() : stats.isDirectory())) {
    const advice = kind === "file" ? "move it away" : "move it away, or set DAILYLEET_HOME";
    return [mend(CHECK, `${path} is not a ${kind}`, advice)];
  }
  if (userId !== undefined && stats.uid !== userId)
    return [mend(CHECK, `${path} belongs to another user (uid ${stats.uid})`, "chown it, or set DAILYLEET_HOME")];
  if (!isUsable(path)) return [mend(CHECK, `${path} can't be written`, `chmod u+rwX '${path}', or set DAILYLEET_HOME`)];
  if (userId === undefined) return [];
  const isOpen = (stats.mode & 0o077) !== 0;
  return isOpen ? [mend(CHECK, `${path} is open to other users`, `chmod ${MODES[kind]} '${path}'`)] : [];
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
