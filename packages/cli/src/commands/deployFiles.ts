import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import {
  codeOf,
  configError,
  deployedPage,
  firebaseJsonFor,
  parseServedConfig,
  type SiteConfig,
  usageError,
} from "@dailyleet/core";
import { makeDirectories } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { cannot, readText, requireName } from "../files/files.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote } from "../terminal/output.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface DeployFilesOptions extends CommonOptions {
  readonly directory: string;
  readonly force: true | undefined;
}

export function registerDeployFiles(program: Program, context: CommandContext): void {
  addVerb(program, context, "deploy-files", {
    summary: "write the files for deploying your own site",
    description: "Write the files for deploying your own site to Firebase: page, security rules, headers and a guide.",
    examples: { "dailyleet deploy-files my-site": "then see my-site/deploy.md" },
  })
    .argument("<directory>", "where to; a site/dailyleet.json in it sets the headers")
    .option("--force", "overwrite files that are there")
    .addOption(OPTION.json)
    .action((directory, _options, command) => runDeployFiles(context, { ...optionsOf(command), directory }));
}

/**
 * Throws `usage` if other files are in the way, `bad-config` and `storage`. The first two leave the directory
 * unchanged.
 */
function runDeployFiles(context: Context, { directory, force, json }: DeployFilesOptions): void {
  requireName(directory);
  const config = loadSiteConfig(directory);
  const files = deployFiles(context.programDirectory, config);
  requireRoom(directory, files, force === true);
  writeAll(directory, files);
  if (json) printJson(context, { version: 1, directory, files: [...files.keys()], configured: config !== null });
  else printNote(context, nextSteps(directory, files.size, config));
}

/** The configuration beside the page, written by the person or copied there; null without one. */
function loadSiteConfig(directory: string): SiteConfig | null {
  const file = join(directory, "site", "dailyleet.json");
  const text = readText(file);
  const config = text === null ? null : parseServedConfig(text, file);
  if (config === null || config.firebase) return config;
  const sentence = `${file} has no 'firebase' section; step 3 of the guide, docs/deploy.md, shows it.`;
  throw configError(sentence);
}

const NAMED = 3;

/**
 * Throws `usage` if a different file has the name of one to write, unless `force`. Throws `storage` if a directory has
 * it.
 */
function requireRoom(directory: string, files: Files, force: boolean): void {
  const paths = [...files].filter(([path, content]) => isOther(join(directory, path), content, force));
  if (force || paths.length === 0) return;
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const names = `${paths
    .slice(0, NAMED)
    .map(([path]) => path)
    .join(", ")}${more}`;
  const advice = "name another directory, or overwrite them with --force";
  throw usageError(`${directory} has other files with these names (${names}); ${advice}.`);
}

function isOther(file: string, content: Uint8Array, force: boolean): boolean {
  try {
    const found = lstatSync(file);
    if (force && found.isDirectory()) throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
    return !(found.isFile() && Buffer.compare(readFileSync(file), content) === 0);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw cannot("write", file, error);
  }
}

function nextSteps(directory: string, count: number, config: SiteConfig | null): string {
  const written = `Wrote ${count} files to ${directory}`;
  return config === null
    ? `${written}. Now follow deploy.md there from step 1; step 5 repeats this command with --force.`
    : `${written}. There, 'npx firebase-tools@15 deploy --only hosting,firestore --project ${config.firebase?.projectId}' deploys them.`;
}

/** Contents by path below a directory, with '/' on every system. */
type Files = ReadonlyMap<string, Uint8Array>;

const UNCHANGED = ["deploy.md", "firestore.indexes.json", "firestore.rules"];
const PAGE = "index.html";

/**
 * The files that Firebase Hosting and Firestore need. Without a configuration, `firebase.json` has the sample's
 * headers.
 */
function deployFiles(programDirectory: string, config: SiteConfig | null): Files {
  const hosting = join(programDirectory, "hosting");
  const sample = JSON.parse(readFileSync(join(hosting, "firebase.json"), "utf8"));
  const placed = { ...sample, hosting: { ...sample.hosting, public: "site" } };
  const firebaseJson = config === null ? placed : firebaseJsonFor(placed, config);
  const site = join(programDirectory, "site");
  const page = readFileSync(join(site, PAGE), "utf8");
  return new Map<string, Uint8Array>([
    ...UNCHANGED.map((name) => [name, readFileSync(join(hosting, name))] as const),
    ["firebase.json", Buffer.from(`${JSON.stringify(firebaseJson, null, 2)}\n`)],
    ...filesBelow(site).map((path) => [`site/${path}`, readFileSync(join(site, path))] as const),
    [`site/${PAGE}`, Buffer.from(config === null ? page : deployedPage(page, config))],
  ]);
}

function filesBelow(directory: string): string[] {
  return (
    readdirSync(directory, { recursive: true, withFileTypes: true })
      // Leave out the compressed copies: Firebase Hosting compresses by itself.
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort()
  );
}

/** Throws `storage`. */
function writeAll(directory: string, files: Files): void {
  try {
    for (const [path, content] of files) {
      const file = join(directory, path);
      makeDirectories(dirname(file));
      // Remove the old entry first, so that nothing is written through a link.
      rmSync(file, { force: true });
      writeFileSync(file, content);
    }
  } catch (error) {
    throw cannot("write the files to", directory, error);
  }
}
