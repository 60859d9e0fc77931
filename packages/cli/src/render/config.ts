import { type Config, stripControls } from "@dailyleet/core";
import type { Places } from "../directories.ts";

export interface ConfigView {
  readonly mode: "local" | "cloud";
  readonly places: Places;
  /** What is in force, secrets masked. */
  readonly config: Config;
  /** The keys that the file sets, the others are defaults; null when there is no file. */
  readonly fromFile: readonly string[] | null;
}

export function renderConfig({ mode, places, config, fromFile }: ConfigView): string {
  const rows = [
    ["mode", mode],
    ["configuration", `${places.configFile}${fromFile === null ? " (not there)" : ""}`],
    ["database", places.databaseFile],
    ...Object.entries(config).map(([key, value]) => [key, describe(value, fromFile?.includes(key) ?? false)]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  return stripControls(rows.map(([name = "", value]) => `${name.padEnd(width)}  ${value}\n`).join(""));
}

export function configJson({ mode, places, config }: ConfigView): object {
  return { version: 1, mode, files: { configuration: places.configFile, database: places.databaseFile }, config };
}

function describe(value: unknown, isFromFile: boolean): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return isFromFile ? text : `${text} (default)`;
}
