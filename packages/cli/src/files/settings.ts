import { type Config, parseConfig } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "./directories.ts";
import { readText } from "./files.ts";

/** The person's configuration; empty where there is no file. Throws `bad-config` and `storage`. */
export function loadConfig(context: Context): Config {
  const { configFile } = placesOf(context);
  const text = readText(configFile);
  return text === null ? {} : parseConfig(text, configFile);
}
