import { existsSync } from "node:fs";
import {
  type Config,
  type ConfigFile,
  configFor,
  DailyleetError,
  hasCode,
  isDailyleetError,
  isRecord,
  NO_SETTINGS,
  orElse,
  type PersonSettings,
  parseJson,
  readConfig,
  type SiteConfig,
} from "@dailyleet/core";
import { type Database, followLinks, listProfiles, profileNamed, readSettings, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "./directories.ts";
import { isLink, keepUnreadable, readSettingsText, statOf, writeKept } from "./files.ts";

interface Whose {
  /** A profile's name; without it the first profile, in cloud mode who is signed in. */
  readonly profile?: string | undefined;
}

/** `dailyleet.json`, as it was read. */
export interface SiteFile {
  /** The site's settings and this computer's. */
  readonly site: SiteConfig;
  /** A sentence for each part of the file that can't be used. */
  readonly faults: readonly string[];
}

/** The settings of the site, of this computer and of a person. */
export interface Settings extends SiteFile {
  readonly own: PersonSettings;
}

/** What holds for the person with these settings. */
export function configOf({ site, own }: Pick<Settings, "site" | "own">): Config {
  return configFor(site, own);
}

/**
 * What holds for the person: their settings, as this computer knows them, over the site's. Throws `usage` for an unknown
 * profile.
 */
export function knownConfig(context: Context, whose: Whose = {}): Config {
  const { site } = loadSite(context);
  return configFor(site, knownSettings(context, site, whose));
}

export function loadSite(context: Context): SiteFile {
  const { configFile } = placesOf(context);
  const file = readSafely(context, configFile);
  const { usable, fault, personal } = file;
  const known = { ...(isModeLost(file) && signedInTo(context)), ...usable };
  return {
    site: { ...known, ...(fault !== null && { fault }) },
    faults: [...(fault === null ? [] : [fault]), ...(personal.length > 0 ? [personalText(configFile, personal)] : [])],
  };
}

function personalText(file: string, keys: readonly string[]): string {
  const found = `${file} has settings that don't count there, because they are each person's own (${keys.join(", ")})`;
  return `${found}; set them with 'dailyleet config', and take them out.`;
}

/**
 * The person's settings as this computer knows them. Empty where the database can't be read: the next to open it reports
 * the reason. `release` gets the database after that, and closes it by default. Throws `usage` for an unknown profile, and
 * `busy`.
 */
export function knownSettings(
  context: Context,
  site: SiteConfig,
  { profile }: Whose,
  release = (database: Database) => database.close(),
): PersonSettings {
  const { databaseFile } = placesOf(context);
  const account = site.firebase && sessionsIn(context).find(({ projectId }) => projectId === site.firebase?.projectId);
  if (!existsSync(databaseFile) || (site.firebase && account === undefined)) return NO_SETTINGS;
  try {
    const database = context.openDatabase(databaseFile);
    try {
      return readSettings(database, account?.uid ?? profileNamed(listProfiles(database), profile).uid);
    } finally {
      release(database);
    }
  } catch (error) {
    if (!hasCode(error, "storage", "not-a-database", "newer-database")) throw error;
    return NO_SETTINGS;
  }
}

/** Empty where there is no file. Throws `storage` only where the database is out of reach, too. */
function readSafely(context: Context, file: string): ConfigFile {
  try {
    const text = readSettingsText(file);
    // A link may lead to a disk that is not there now.
    if (text === null && isLink(file)) throw new DailyleetError("storage", linkFault(file));
    return readConfig(text ?? "{}", file);
  } catch (error) {
    if (!isDailyleetError(error) || !isReachable(placesOf(context).databaseFile)) throw error;
    return { usable: {}, document: null, fault: error.message, personal: [] };
  }
}

function linkFault(file: string): string {
  return `${file} is a link to ${followLinks(file)}, which is not there; bring that back or remove the link.`;
}

function isReachable(file: string): boolean {
  return orElse(false, () => {
    statOf(file);
    return true;
  });
}

/** Whether a file with a fault may have switched cloud mode on. */
function isModeLost({ usable, document, fault }: ConfigFile): boolean {
  return fault !== null && (document === null || (document.firebase !== undefined && usable.firebase === undefined));
}

/** Stands for a project's key that only the configuration has. */
export const UNKNOWN_KEY = "";

/**
 * The project in which somebody is signed in on this computer. While the configuration is lost, ticks wait for this
 * account, instead of going to a local profile.
 */
function signedInTo(context: Context): SiteConfig {
  const [session] = sessionsIn(context);
  if (session === undefined) return {};
  return { firebase: { projectId: session.projectId, apiKey: UNKNOWN_KEY, authDomain: UNKNOWN_KEY } };
}

/** Who is signed in to which project, the newest first. Reads no secrets and checks nothing: `cloud/session.ts` does. */
function sessionsIn(context: Context): { readonly uid: string; readonly projectId: string }[] {
  const newest = parseJson(orElse(null, () => readSettingsText(placesOf(context).sessionFile)) ?? "");
  return [newest, isRecord(newest) ? newest.before : null].flatMap((session) => {
    if (!isRecord(session) || typeof session.issuer !== "string") return [];
    return [{ uid: String(session.uid), projectId: session.issuer.slice(session.issuer.lastIndexOf("/") + 1) }];
  });
}

/** A note for each fault, with what counts until it is mended. */
export function faultNotes({ site, faults }: SiteFile): string[] {
  return faults.map((fault) =>
    fault === site.fault ? `${fault} Until then the defaults count, in ${modeText(site)}.` : fault,
  );
}

export function modeText({ firebase }: SiteConfig): string {
  return firebase ? `cloud mode, project ${firebase.projectId}` : "local mode";
}

/** Runs `work` while no other process changes `dailyleet.json`. Throws `busy`. */
export function lockSettings<T>(context: Context, work: () => T): Promise<T> {
  return withLock({ file: placesOf(context).configFile }, "settings", async () => work());
}

/** The settings of `dailyleet.json` that are this computer's, whatever site it belongs to. */
export const COMPUTER_KEYS = ["backups", "waitForCloud"] as const;
export type ComputerKey = (typeof COMPUTER_KEYS)[number];

/**
 * Gives a setting of this computer a value, or with undefined the default. Resolves to the copy of a file without JSON,
 * else to null. Throws `usage` and `storage`; then nothing has changed.
 */
export async function changeComputerSetting(
  context: Context,
  key: ComputerKey,
  value: unknown,
): Promise<string | null> {
  const { fault } = readConfig(JSON.stringify({ [key]: value }), "");
  if (fault !== null) {
    const allowed = key === "backups" ? "on, off or a whole path such as ~/Sync/dailyleet" : "on or off";
    throw new DailyleetError("usage", `'${value}' is not a value for '${key}'; give ${allowed}.`);
  }
  return lockSettings(context, () => patchConfig(context, { [key]: value }));
}

/** Keeps the order of the keys and the person's indentation. Copies a file without JSON, and returns the copy's path. */
function patchConfig(context: Context, patch: Readonly<Record<string, unknown>>): string | null {
  const { configFile } = placesOf(context);
  const text = readSettingsText(configFile) ?? "{}";
  const { document, fault } = readConfig(text, configFile);
  const isUnreadable = fault !== null && document === null;
  if (isUnreadable && text.includes("firebase")) throw new DailyleetError("bad-config", fault);
  const copy = isUnreadable ? keepUnreadable(configFile) : null;
  const [indentation = "  "] = /^[ \t]+(?=")/m.exec(text) ?? [];
  writeKept(configFile, `${JSON.stringify({ ...document, ...patch }, null, indentation)}\n`);
  return copy;
}
