import { existsSync } from "node:fs";
import { type Config, sourcesOf } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { loadConfig } from "../files/settings.ts";
import { type ConfigView, configJson, renderConfig } from "../render/config.ts";
import { lookOf } from "../terminal/look.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/print.ts";

export function registerConfig(program: Program, context: Context): void {
  program
    .command("config")
    .summary("show the settings and where files are")
    .description("Show the settings in use and where files are; secrets are hidden.")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet config", "settings and files"]))
    .action((_options, command) => runConfig(context, optionsOf(command)));
}

async function runConfig(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const view: ConfigView = {
    mode: config.firebase ? "cloud" : "local",
    places: placesOf(context),
    config: { ...masked(config), sources: sourcesOf(config) },
    fromFile: existsSync(placesOf(context).configFile) ? Object.keys(config) : null,
  };
  if (options.json) printJson(context, configJson(view));
  else context.stdout.write(renderConfig(view, await lookOf(context, options, [JSON.stringify(configJson(view))])));
}

const MASK = "***";

function masked(config: Config): Config {
  const { firebase, google } = config;
  return {
    ...config,
    ...(firebase && { firebase: { ...firebase, apiKey: MASK } }),
    ...(google && { google: { ...google, clientSecret: MASK } }),
  };
}
