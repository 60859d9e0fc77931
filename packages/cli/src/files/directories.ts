import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { configError, storageError } from "@dailyleet/core";
import type { Context } from "../context.ts";

interface Places {
  readonly configFile: string;
  readonly databaseFile: string;
  readonly sessionFile: string;
  readonly sheetFile: string;
  /** Caches of the sites: last answers, problems of the day, and refusals. */
  readonly visitsFile: string;
  readonly problemsFile: string;
  readonly refusalsFile: string;
  /** Holds the backups before large changes, and the daily ones unless the configuration names another directory. */
  readonly backupsDirectory: string;
}

type Environment = Pick<Context, "env" | "platform" | "home">;

/** All files are in `DAILYLEET_HOME` if that is set. Throws `bad-config` for a relative path. */
export function placesOf(environment: Environment): Places {
  const directory = environment.env.DAILYLEET_HOME;
  if (directory && !isAbsolute(directory)) {
    // A relative path would mean different data in every working directory.
    throw configError(
      `DAILYLEET_HOME is '${directory}', but must be an absolute path such as '${resolve(directory)}'; correct it or unset it.`,
    );
  }
  const { config, data, cache } = directory
    ? { config: directory, data: directory, cache: directory }
    : standardDirectories(environment);
  return {
    configFile: join(config, "dailyleet.json"),
    databaseFile: join(data, "dailyleet.db"),
    sessionFile: join(config, "credentials.json"),
    sheetFile: join(data, "questions.json"),
    visitsFile: join(cache, "visits.json"),
    problemsFile: join(cache, "problems.json"),
    refusalsFile: join(cache, "refusals.json"),
    backupsDirectory: join(data, "backups"),
  };
}

/**
 * The database in the usual place, if it exists and XDG_DATA_HOME leads elsewhere: a snap or Flatpak sets that variable
 * in an editor's terminal. Else null.
 */
export function usualDatabase(environment: Environment): string | null {
  const { XDG_DATA_HOME: given, ...env } = environment.env;
  if (env.DAILYLEET_HOME || !given) return null;
  const usual = placesOf({ ...environment, env }).databaseFile;
  return usual !== placesOf(environment).databaseFile && existsSync(usual) ? usual : null;
}

/**
 * Follows https://specifications.freedesktop.org/basedir-spec/latest/ for XDG variables, which must be absolute; else
 * the platform's directories.
 */
function standardDirectories({ env, platform, home }: Environment) {
  const [config, data, cache] = platformDirectories(platform, env, home());
  const directory = (given: string | undefined, usual: string) =>
    join(given && isAbsolute(given) ? given : usual, "dailyleet");
  return {
    config: directory(env.XDG_CONFIG_HOME, config),
    data: directory(env.XDG_DATA_HOME, data),
    cache: directory(env.XDG_CACHE_HOME, cache),
  };
}

function platformDirectories(
  platform: NodeJS.Platform,
  { APPDATA, LOCALAPPDATA }: Context["env"],
  home: string,
): [config: string, data: string, cache: string] {
  if (platform === "win32") {
    const config = APPDATA ?? join(home, "AppData", "Roaming");
    return [config, LOCALAPPDATA ?? config, LOCALAPPDATA ?? config];
  }
  const library = join(home, "Library", "Application Support");
  if (platform === "darwin") return [library, library, join(home, "Library", "Caches")];
  return [join(home, ".config"), join(home, ".local", "share"), join(home, ".cache")];
}

/** Throws `storage` for directories of another user, who could read and change the files in them. */
export function requireOwnDirectories(context: Pick<Context, "env" | "platform" | "home" | "userId">): void {
  const { userId, env } = context;
  if (userId === undefined) return;
  const { configFile, databaseFile } = placesOf(context);
  for (const directory of new Set([dirname(configFile), dirname(databaseFile)])) {
    const { path, uid } = nearestOwner(directory);
    // Under sudo, a new directory in the caller's home would belong to root.
    const isUnderSudo = userId === 0 && uid !== 0 && String(uid) === env.SUDO_UID;
    if (uid === null || uid === userId || (path !== directory && !isUnderSudo)) continue;
    const advice = isUnderSudo ? "run dailyleet without sudo" : "chown it, or set DAILYLEET_HOME";
    throw storageError(`${path} belongs to another user (uid ${uid}); ${advice}.`);
  }
}

/** The path or its nearest existing parent, with the owner's uid; a null uid if that can't be read. */
export function nearestOwner(path: string): { readonly path: string; readonly uid: number | null } {
  try {
    const uid = statSync(path, { throwIfNoEntry: false })?.uid;
    return uid === undefined ? nearestOwner(dirname(path)) : { path, uid };
  } catch {
    return { path, uid: null };
  }
}
