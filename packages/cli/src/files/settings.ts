import {
  type Choices,
  type Config,
  DailyleetError,
  isDailyleetError,
  isRecord,
  orElse,
  type Patch,
  parseJson,
  readChoices,
  readConfig,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingsFile,
  settingPatch,
} from "@dailyleet/core";
import { followLinks, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { todayOf } from "../terminal/dates.ts";
import { printNote } from "../terminal/output.ts";
import { placesOf } from "./directories.ts";
import { isLink, keepUnreadable, readSettingsText, removePrivate, statOf, writeKept, writePrivate } from "./files.ts";

/** The configuration with the person's own choices, as far as the files can be used. */
export function loadConfig(context: Context): Config {
  return readSettings(context).config;
}

/** The person's own choices, as far as their file can be used. */
export function loadChoices(context: Context): Choices {
  return readSettings(context).choices;
}

/** The settings in force, and a sentence for each file that can't be used as it is. A key with a fault has its default. */
export function readSettings(context: Context): Settings & { readonly faults: readonly string[] } {
  const { configFile, choicesFile } = placesOf(context);
  const file = readSafely(context, configFile, readConfig);
  const own = readSafely(context, choicesFile, readChoices);
  // Accounts stay out of what a page or a site's configuration is made of.
  const { accounts: _, problems: __, ...choices } = own.usable;
  const faults = [file, own].flatMap(({ fault }) => fault ?? []);
  const [fault] = faults;
  const known = { ...(isModeLost(file) && signedInTo(context)), ...file.usable, ...choices };
  return { config: { ...known, ...(fault !== undefined && { fault }) }, choices: own.usable, faults };
}

/** Empty where there is no file. Throws `storage` only where the database is out of reach, too. */
function readSafely<T extends object>(
  context: Context,
  file: string,
  read: (json: string, name: string) => SettingsFile<T>,
): SettingsFile<T> {
  try {
    const text = readSettingsText(file);
    // A link may lead to a disk that is not there now.
    if (text === null && isLink(file)) throw new DailyleetError("storage", linkFault(file));
    return read(text ?? "{}", file);
  } catch (error) {
    if (!isDailyleetError(error) || !isReachable(placesOf(context).databaseFile)) throw error;
    return { usable: {} as T, document: null, fault: error.message };
  }
}

function linkFault(file: string): string {
  return `${file} is a link to ${followLinks(file)}, which is not there; bring that back or remove the link.`;
}

function isReachable(file: string): boolean {
  return orElse(false, () => statOf(file) !== undefined);
}

/** Whether a file with a fault may have switched cloud mode on. */
function isModeLost({ usable, document, fault }: SettingsFile<Config>): boolean {
  return fault !== null && (document === null || (document.firebase !== undefined && usable.firebase === undefined));
}

/** Stands for a project's key that only the configuration has. */
export const UNKNOWN = "";

/**
 * The project in which somebody is signed in on this computer. While the configuration is lost, ticks wait for this
 * account, instead of going to a local profile.
 */
function signedInTo(context: Context): Config {
  const session = parseJson(orElse(null, () => readSettingsText(placesOf(context).sessionFile)) ?? "");
  if (!isRecord(session) || typeof session.issuer !== "string") return {};
  const projectId = session.issuer.slice(session.issuer.lastIndexOf("/") + 1);
  return { firebase: { projectId, apiKey: UNKNOWN, authDomain: UNKNOWN } };
}

/** Names the files of settings that can't be used as they are. */
export function tellFaults(context: Context): void {
  const { config, faults } = readSettings(context);
  for (const fault of faults) printNote(context, `${fault} Until then the defaults count, in ${modeText(config)}.`);
}

export function modeText({ firebase }: Config): string {
  return firebase ? `cloud mode, project ${firebase.projectId}` : "local mode";
}

/** Runs `work` while no other process changes `dailyleet.json` or the choices. Throws `busy`. */
export function lockSettings<T>(context: Context, work: () => T): Promise<T> {
  return withLock({ file: placesOf(context).configFile }, "settings", async () => work());
}

/**
 * Gives a setting the value of these words, as 'dailyleet config' takes them. Throws `usage` for other words, and
 * `storage`; then nothing has changed.
 */
export async function changeSetting(context: Context, key: SettingKey, words: readonly string[]): Promise<void> {
  const { configFile, choicesFile, visitsFile, problemsFile } = placesOf(context);
  const patchNow = () => {
    const settings = readSettings(context);
    return settingPatch(key, words, { ...settings, today: todayOf(context, settings.config) });
  };
  // Wrong words make no directory for the lock.
  patchNow();
  await lockSettings(context, () => {
    const patch = patchNow();
    const isOwn = SETTINGS[key].scope === "own";
    patchFile(context, isOwn ? choicesFile : configFile, patch);
    if (isOwn) removeFromOwnConfig(context, patch);
    // What the sites answered to a forgotten account goes, too.
    if (key === "account") removePrivate(visitsFile);
    if (key === "problems" && patch.problems === undefined) removePrivate(problemsFile);
  });
}

/** Removes a choice that is given back from a `dailyleet.json` without a site, which may hold it, too. */
function removeFromOwnConfig(context: Context, patch: Patch): void {
  const { configFile } = placesOf(context);
  const { document } = readConfig(orElse(null, () => readSettingsText(configFile)) ?? "{}", configFile);
  const isRemoved = ([key, value]: [string, unknown]) => value === undefined && Object.hasOwn(document ?? {}, key);
  const removed = Object.entries(patch).filter(isRemoved);
  if (removed.length > 0 && document?.firebase === undefined) {
    patchFile(context, configFile, Object.fromEntries(removed));
  }
}

/** Keeps the order of the keys, and a person's indentation. A file without JSON is kept beside the new one. */
function patchFile(context: Context, file: string, patch: Patch): void {
  const isConfig = file === placesOf(context).configFile;
  const text = readSettingsText(file) ?? "{}";
  const { document, fault } = (isConfig ? readConfig : readChoices)(text, file);
  if (fault !== null && document === null) {
    if (isConfig && text.includes("firebase")) throw new DailyleetError("bad-config", fault);
    printNote(context, `The unreadable file is kept as ${keepUnreadable(file)}.`);
  }
  const [indentation = "  "] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const changed = `${JSON.stringify({ ...document, ...patch }, null, indentation)}\n`;
  (isConfig ? writeKept : writePrivate)(file, changed);
}
