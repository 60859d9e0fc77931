import { type Config, isRecord } from "@dailyleet/core";
import type { Places } from "../files/directories.ts";
import { labelled } from "../terminal/labelled.ts";
import type { Look } from "../terminal/look.ts";
import { oneLine } from "../terminal/print.ts";

export interface ConfigView {
  readonly mode: "local" | "cloud";
  readonly places: Places;
  /** What is in force, secrets masked. */
  readonly config: Config;
  /** The keys that the file sets, the others are defaults; null when there is no file. */
  readonly fromFile: readonly string[] | null;
}

const GAP = "  ";

/** A row for each key; a list or an object takes a line for each of its entries. */
export function renderConfig({ mode, places, config, fromFile }: ConfigView, { columns, measure }: Look): string {
  const keys = Object.entries(config).map(([key, value]): [string, string] => {
    return [fromFile?.includes(key) ? key : `${key} (default)`, describe(value)];
  });
  const rows: [string, string][] = [
    ["mode", mode],
    ["configuration", `${oneLine(places.configFile)}${fromFile === null ? " (not there)" : ""}`],
    ["database", oneLine(places.databaseFile)],
    ...keys,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, text]) => {
      const label = name.padEnd(width) + GAP;
      return `${labelled(label, label.length, text, columns, measure)}\n`;
    })
    .join("");
}

export function configJson({ mode, places, config }: ConfigView): object {
  return { version: 1, mode, files: { configuration: places.configFile, database: places.databaseFile }, config };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => oneLine(Object.values(entry).join(": "))).join("\n");
  if (!isRecord(value)) return oneLine(String(value));
  return Object.entries(value)
    .map(([key, entry]) => oneLine(`${key}: ${entry}`))
    .join("\n");
}
