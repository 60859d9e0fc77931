import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type Choices, type Config, DailyleetError, parseChoices, parseConfig } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { readText } from "./files.ts";

/** Where the person's files are. */
export interface Places {
  readonly configFile: string;
  /** What the person has chosen for themselves, whichever site's configuration is in use. */
  readonly choicesFile: string;
  readonly databaseFile: string;
  readonly sessionFile: string;
  /** The last good download of the question sheet. */
  readonly sheetFile: string;
  /** What is saved before an import or another large change, and each day unless the configuration names another place. */
  readonly backupsDirectory: string;
}

type Environment = Pick<Context, "env" | "platform" | "home">;

/**
 * All in `DAILYLEET_HOME` when that is set; else below the XDG base directories, or where the platform keeps such
 * files. Source: https://specifications.freedesktop.org/basedir-spec/latest/ (relative paths are to be ignored).
 */
export function placesOf(environment: Environment): Places {
  const { config, data } = baseDirectories(environment);
  return {
    configFile: join(config, "dailyleet.json"),
    choicesFile: join(config, "choices.json"),
    databaseFile: join(data, "dailyleet.db"),
    sessionFile: join(config, "credentials.json"),
    sheetFile: join(data, "questions.json"),
    backupsDirectory: join(data, "backups"),
  };
}

/** Throws `storage` for directories of another user, who may read and change what is in them. */
export function requireOwnDirectories(context: Pick<Context, "env" | "platform" | "home" | "userId">): void {
  const { userId, env } = context;
  if (userId === undefined) return;
  const { configFile, databaseFile } = placesOf(context);
  for (const directory of new Set([dirname(configFile), dirname(databaseFile)])) {
    const { path, uid } = nearestOwner(directory);
    // Under sudo a new directory in the caller's home would be root's.
    const isUnderSudo = userId === 0 && uid !== 0 && String(uid) === env.SUDO_UID;
    if (uid === null || uid === userId || (path !== directory && !isUnderSudo)) continue;
    const advice = isUnderSudo ? "run dailyleet without sudo" : "chown it, or set DAILYLEET_HOME";
    throw new DailyleetError("storage", `${path} belongs to another user (uid ${uid}); ${advice}.`);
  }
}

/** Of the path, or of what is nearest above it where it is not there yet. What can't be looked at has no owner. */
function nearestOwner(path: string): { readonly path: string; readonly uid: number | null } {
  try {
    const uid = statSync(path, { throwIfNoEntry: false })?.uid;
    return uid === undefined ? nearestOwner(dirname(path)) : { path, uid };
  } catch {
    return { path, uid: null };
  }
}

function baseDirectories({ env, platform, home }: Environment): { config: string; data: string } {
  if (env.DAILYLEET_HOME) {
    const own = env.DAILYLEET_HOME;
    if (isAbsolute(own)) return { config: own, data: own };
    // A relative one would be another directory wherever somebody stands, each with ticks of its own.
    throw new DailyleetError(
      "bad-config",
      `DAILYLEET_HOME is '${own}', but must be an absolute path such as '${resolve(own)}'; correct it or unset it.`,
    );
  }
  const standard = standardDirectories(platform, env, home());
  return {
    config: join(absolute(env.XDG_CONFIG_HOME) ?? standard.config, "dailyleet"),
    data: join(absolute(env.XDG_DATA_HOME) ?? standard.data, "dailyleet"),
  };
}

function standardDirectories(platform: NodeJS.Platform, env: Environment["env"], home: string) {
  if (platform === "win32") {
    const config = env.APPDATA ?? join(home, "AppData", "Roaming");
    return { config, data: env.LOCALAPPDATA ?? config };
  }
  if (platform === "darwin") {
    const library = join(home, "Library", "Application Support");
    return { config: library, data: library };
  }
  return { config: join(home, ".config"), data: join(home, ".local", "share") };
}

function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

/** The configuration with the person's own choices; empty where there is no file. Throws `bad-config` and `storage`. */
export function loadConfig(context: Context): Config {
  const { configFile } = placesOf(context);
  const text = readText(configFile);
  return { ...(text === null ? {} : parseConfig(text, configFile)), ...loadChoices(context) };
}

/** Throws as `loadConfig`. */
export function loadChoices(context: Context): Choices {
  const { choicesFile } = placesOf(context);
  const text = readText(choicesFile);
  return text === null ? {} : parseChoices(text, choicesFile);
}

/** Opens the database of this computer for the time of `use`. Rejects as opening it and as `use` do. */
export async function withDatabase<T>(context: Context, use: (database: Database) => T | Promise<T>): Promise<T> {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}
