import { existsSync } from "node:fs";
import {
  type Config,
  type ConfigFile,
  configError,
  configFor,
  hasCode,
  isDailyleetError,
  isRecord,
  NO_SETTINGS,
  orElse,
  type PersonSettings,
  parseJson,
  readConfig,
  type SiteConfig,
  storageError,
  usageError,
} from "@dailyleet/core";
import { type Database, followLinks, listProfiles, profileNamed, readSettings, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "./directories.ts";
import { isLink, keepUnreadable, readSettingsText, statOf, writeKept } from "./files.ts";

interface Whose {
  /** The name of a profile. Without it: the first profile, in cloud mode the person signed in. */
  readonly profile?: string | undefined;
}

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

export function configOf({ site, own }: Pick<Settings, "site" | "own">): Config {
  return configFor(site, own);
}

/**
 * The configuration for the person: the person's settings, as this computer knows them, over the site's. Throws `usage`
 * for an unknown profile.
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
 * The person's settings, as this computer knows them. Empty if the database can't be read, which the next to open it
 * reports. Afterwards passes the database to `release`, which closes it by default. Throws `usage` for an unknown
 * profile, and `busy`.
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

/** Empty without a file. Throws `storage` only if the database is out of reach, too. */
function readSafely(context: Context, file: string): ConfigFile {
  try {
    const text = readSettingsText(file);
    // The link may lead to a disk that is not mounted.
    if (text === null && isLink(file)) throw storageError(linkFault(file));
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

/** Whether a fault in the file may hide that cloud mode is on. */
function isModeLost({ usable, document, fault }: ConfigFile): boolean {
  return fault !== null && (document === null || (document.firebase !== undefined && usable.firebase === undefined));
}

/** Placeholder for a project's key while the configuration is lost. */
export const UNKNOWN_KEY = "";

/**
 * The project of the newest session on this computer. While the configuration is lost, ticks wait for that account
 * instead of going to a local profile.
 */
function signedInTo(context: Context): SiteConfig {
  const [session] = sessionsIn(context);
  if (session === undefined) return {};
  return { firebase: { projectId: session.projectId, apiKey: UNKNOWN_KEY, authDomain: UNKNOWN_KEY } };
}

/** The sessions' people and projects, newest first. Reads no secrets and checks nothing; `cloud/session.ts` does. */
function sessionsIn(context: Context): { readonly uid: string; readonly projectId: string }[] {
  const newest = parseJson(orElse(null, () => readSettingsText(placesOf(context).sessionFile)) ?? "");
  return [newest, isRecord(newest) ? newest.before : null].flatMap((session) => {
    if (!isRecord(session) || typeof session.issuer !== "string") return [];
    return [{ uid: String(session.uid), projectId: session.issuer.slice(session.issuer.lastIndexOf("/") + 1) }];
  });
}

/** A note for each fault. For a fault that disables settings, it says what counts until the fault is mended. */
export function faultNotes({ site, faults }: SiteFile): string[] {
  return faults.map((fault) =>
    fault === site.fault ? `${fault} Until then the defaults count, in ${modeText(site)}.` : fault,
  );
}

export function modeText({ firebase }: SiteConfig): string {
  return firebase ? `cloud mode, project ${firebase.projectId}` : "local mode";
}

/** Runs `work` under the lock of `dailyleet.json`. Throws `busy`. */
export function lockSettings<T>(context: Context, work: () => T): Promise<T> {
  return withLock({ file: placesOf(context).configFile }, "settings", async () => work());
}

/** Settings in `dailyleet.json` that belong to this computer, not to the site. */
export const COMPUTER_KEYS = ["backups", "waitForCloud"] as const;
export type ComputerKey = (typeof COMPUTER_KEYS)[number];

/**
 * Changes a setting of this computer; undefined restores the default. Resolves to the path of a copy if the file was
 * not JSON, else to null. Throws `usage` and `storage`, and then changes nothing.
 */
export async function changeComputerSetting(
  context: Context,
  key: ComputerKey,
  value: unknown,
): Promise<string | null> {
  const { fault } = readConfig(JSON.stringify({ [key]: value }), "");
  if (fault !== null) {
    const allowed = key === "backups" ? "on, off or a whole path such as ~/Sync/dailyleet" : "on or off";
    throw usageError(`'${value}' is not a value for '${key}'; give ${allowed}.`);
  }
  return lockSettings(context, () => patchConfig(context, { [key]: value }));
}

/** Keeps the order of keys and the indentation. If the file is not JSON, copies it and returns the copy's path. */
function patchConfig(context: Context, patch: Readonly<Record<string, unknown>>): string | null {
  const { configFile } = placesOf(context);
  const text = readSettingsText(configFile) ?? "{}";
  const { document, fault } = readConfig(text, configFile);
  const isUnreadable = fault !== null && document === null;
  // Without its Firebase project, the next ticks would go to a local profile.
  if (isUnreadable && text.includes("firebase")) throw configError(fault);
  const copy = isUnreadable ? keepUnreadable(configFile) : null;
  const [indentation = "  "] = /^[ \t]+(?=")/m.exec(text) ?? [];
  writeKept(configFile, `${JSON.stringify({ ...document, ...patch }, null, indentation)}\n`);
  return copy;
}
