import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, DailyleetError, parseServedConfig } from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { cannot, readText } from "../../files/files.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, printJson } from "../../terminal/print.ts";
import { requireName } from "../../terminal/streams.ts";
import { deployFiles } from "./content.ts";
import { placeAll } from "./placeAll.ts";

export interface DeployFilesOptions extends CommonOptions {
  readonly directory: string;
  /** Also over other files. */
  readonly force: true | undefined;
}

/** How many of the files in the way an error names. */
const NAMED = 3;

/** Throws `usage` where other files are in the way, `bad-config` and `storage`; then nothing was written. */
export function writeDeployFiles(context: Context, { directory, force, json }: DeployFilesOptions): void {
  requireName(directory);
  const config = loadSiteConfig(directory);
  const files = deployFiles(context.programDirectory, config);
  const others = [...files].filter(([path, content]) => isOther(join(directory, path), content));
  if (!force && others.length > 0)
    throw inTheWay(
      directory,
      others.map(([path]) => path),
    );
  placeAll(directory, files);
  if (json) printJson(context, { version: 1, directory, files: [...files.keys()], configured: config !== null });
  else note(context, whatNext(directory, files.size, config));
}

/** The configuration that stands beside the page already; null where there is none. */
function loadSiteConfig(directory: string): Config | null {
  const file = join(directory, "site", "dailyleet.json");
  const text = readText(file);
  const config = text === null ? null : parseServedConfig(text, file);
  if (config === null || config.firebase) return config;
  throw new DailyleetError(
    "bad-config",
    `${file} has no 'firebase' section; step 3 of the guide, docs/deploy.md, shows it.`,
  );
}

/** True where something is there that is not the same file. */
function isOther(file: string, content: Uint8Array): boolean {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    return found !== undefined && !(found.isFile() && Buffer.compare(readFileSync(file), content) === 0);
  } catch (error) {
    throw cannot("read", file, error);
  }
}

function inTheWay(directory: string, paths: readonly string[]): DailyleetError {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return new DailyleetError(
    "usage",
    `${directory} has other files with these names (${paths.slice(0, NAMED).join(", ")}${more}); name another directory, or overwrite them with --force.`,
  );
}

function whatNext(directory: string, count: number, config: Config | null): string {
  const written = `Wrote ${count} files to ${directory}`;
  return config === null
    ? `${written}. Now follow deploy.md there from step 1; step 5 repeats this command with --force.`
    : `${written}. There, 'npx firebase-tools@15 deploy --only hosting,firestore --project ${config.firebase?.projectId}' deploys them.`;
}
