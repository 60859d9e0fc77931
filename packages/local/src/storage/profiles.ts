import { fold, openPath, stripControls, unicodePattern, usageError } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";

/** A person of this computer. The first profile, `You`, exists from the beginning. */
export interface Profile {
  /** Random; never changes. */
  readonly uid: string;
  /** 1 to 40 characters; names differ in more than their case. */
  readonly name: string;
}

/** In characters. */
export const MAX_PROFILE_NAME = 40;
const visible = unicodePattern(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, "u");

/** All profiles, the oldest first. */
export function listProfiles(database: Database): Profile[] {
  return database.all("SELECT uid, name FROM profiles ORDER BY number");
}

export function profileWith(database: Database, uid: string): Profile | null {
  return database.get<Profile>("SELECT uid, name FROM profiles WHERE uid = ?", uid) ?? null;
}

/** Ignores case. Throws `usage` for an unknown name. */
export function findProfile(database: Database, name: string): Profile {
  return profileNamed(listProfiles(database), name);
}

/** The profile of this name; without a name, the first profile. Throws as `findProfile` does. */
export function profileNamed<Known extends Profile>(profiles: readonly Known[], name = profiles[0]?.name ?? ""): Known {
  const found = profiles.find((profile) => fold(profile.name) === fold(name));
  if (found) return found;
  const names = profiles.map((profile) => profile.name);
  const way = `use ${names.join(", ")}, or add it with 'dailyleet profiles add'`;
  throw usageError(`There is no profile '${name}'; ${way}.`);
}

/**
 * Makes a profile. Pass the `uid` of a person of a backup: pages and their outboxes refer to it. Unblocks the uid of a
 * removed profile. Throws `usage` if the name is not allowed or taken.
 */
export function createProfile(database: Database, name: string, uid: string | null = null): Profile {
  const sql = "INSERT INTO profiles (name, folded, uid) VALUES (?, ?, coalesce(?, lower(hex(randomblob(14)))))";
  return database.transaction(() => {
    if (uid !== null) database.run("DELETE FROM meta WHERE key = ?", REMOVED + uid);
    return saveName(database, sql, name, uid);
  });
}

/** Whether nothing was ever written for the profile, so that it may become another person. */
export function isUnused(database: Database, { uid }: Profile): boolean {
  return database.get(`SELECT 1 FROM documents WHERE ${OF_PERSON} LIMIT 1`, ...personPaths(uid)) === undefined;
}

/** SQL that finds a person's rows of `documents` by the values of `personPaths`. */
const OF_PERSON = "path = ? OR substr(path, 1, ?) = ?";

function personPaths(uid: string) {
  const path = openPath(uid);
  return [path, path.length + 1, `${path}/`] as const;
}

/** Gives an unused profile's place to the person of a backup. Throws `usage` if the name is not allowed or taken. */
export function replaceProfile(database: Database, unused: Profile, { uid, name }: Profile): Profile {
  return database.transaction(() => {
    database.run("UPDATE profiles SET uid = ? WHERE uid = ?", uid, unused.uid);
    database.run("DELETE FROM meta WHERE key = ?", REMOVED + uid);
    // A page may still be signed in as the unused profile.
    database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '')", REMOVED + unused.uid);
    return renameProfile(database, { uid, name }, name);
  });
}

/** Throws `usage` if the name is not allowed or taken. */
export function renameProfile(database: Database, { uid }: Profile, name: string): Profile {
  return saveName(database, "UPDATE profiles SET name = ?, folded = ? WHERE uid = ?", name, uid);
}

/** Removes a profile and all its data, and blocks its uid for good. Throws `usage` for the last profile. */
export function removeProfile(database: Database, profile: Profile): void {
  const { uid } = profile;
  database.transaction(() => {
    requireAnother(database, profile);
    database.run("DELETE FROM profiles WHERE uid = ?", uid);
    database.run(`DELETE FROM documents WHERE ${OF_PERSON}`, ...personPaths(uid));
    for (const table of ["history", "outbox", "known_documents"]) {
      database.run(`DELETE FROM ${table} WHERE uid = ?`, uid);
    }
    database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '')", REMOVED + uid);
  });
}

/** Throws `usage` for the last profile of this computer. */
export function requireAnother(database: Database, { name }: Profile): void {
  if (listProfiles(database).length > 1) return;
  throw usageError(`${name} is the only profile; add another one first, or rename this one.`);
}

/** Whether the profile was removed: a page may still hold its token. */
export function isRemoved(database: Database, uid: string): boolean {
  return database.get("SELECT 1 FROM meta WHERE key = ?", REMOVED + uid) !== undefined;
}

/** The prefix of the `meta` keys that block removed uids. */
const REMOVED = "removed-profile/";

/** Runs `sql` with the name, its folded form and `uid`, which is null for a new profile. */
function saveName(database: Database, sql: string, name: string, uid: string | null): Profile {
  const tidy = name.trim().normalize("NFC");
  // A line end or an invisible character could make a name look like another.
  const hidesSomething = tidy.includes("\n") || stripControls(tidy) !== tidy;
  if (!visible().test(tidy) || [...tidy].length > MAX_PROFILE_NAME || hidesSomething) {
    const sentence = `A profile name is 1 to ${MAX_PROFILE_NAME} visible characters on one line; choose another.`;
    throw usageError(sentence);
  }
  return database.transaction(() => {
    const taken = named(database, tidy);
    if (taken !== null && taken.uid !== uid) {
      throw usageError(`There is already a profile '${taken.name}'; choose another name.`);
    }
    database.run(sql, tidy, fold(tidy), uid);
    return findProfile(database, tidy);
  });
}

function named(database: Database, name: string): Profile | null {
  return database.get<Profile>("SELECT uid, name FROM profiles WHERE folded = ?", fold(name)) ?? null;
}
