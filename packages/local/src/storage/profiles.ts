import { DailyleetError } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";

/** A person of this computer. The first one, `You`, exists from the beginning. */
export interface Profile {
  /** Random, for good. */
  readonly uid: string;
  /** 1 to 40 characters; different from every other name, also in another case. */
  readonly name: string;
}

const MAX_LENGTH = 40;
/** Control characters, line ends and what turns the direction of the text around it. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** All profiles, the oldest first. */
export function listProfiles(database: Database): Profile[] {
  return database.all<Profile>("SELECT uid, name FROM profiles ORDER BY number").map(toProfile);
}

export function profileOf(database: Database, uid: string): Profile | null {
  const row = database.get<Profile>("SELECT uid, name FROM profiles WHERE uid = ?", uid);
  return row ? toProfile(row) : null;
}

/** Throws `usage` when there is no such profile; upper and lower case are alike. */
export function findProfile(database: Database, name: string): Profile {
  const found = named(database, name.trim());
  if (found) return found;
  const names = listProfiles(database).map((profile) => profile.name);
  throw new DailyleetError(
    "usage",
    `There is no profile '${name}'; use one of ${names.join(", ")}, or make it in the sign-in window of dailyleet serve.`,
  );
}

/** Makes a profile. Throws `usage` when the name is not allowed or taken. */
export function createProfile(database: Database, name: string): Profile {
  const trimmed = name.trim().normalize("NFC");
  const length = [...trimmed].length;
  if (!VISIBLE.test(trimmed) || length > MAX_LENGTH || FORBIDDEN.test(trimmed)) {
    throw new DailyleetError(
      "usage",
      `A profile name has 1 to ${MAX_LENGTH} visible characters on one line; give another.`,
    );
  }
  return database.transaction(() => {
    const taken = named(database, trimmed);
    if (taken) throw new DailyleetError("usage", `There is already a profile '${taken.name}'; choose another name.`);
    database.run(
      "INSERT INTO profiles (uid, name, folded) VALUES (lower(hex(randomblob(14))), ?, ?)",
      trimmed,
      fold(trimmed),
    );
    return findProfile(database, trimmed);
  });
}

function named(database: Database, name: string): Profile | null {
  const row = database.get<Profile>("SELECT uid, name FROM profiles WHERE folded = ?", fold(name));
  return row ? toProfile(row) : null;
}

/** A row of SQLite has no prototype. */
const toProfile = ({ uid, name }: Profile): Profile => ({ uid, name });

const fold = (name: string): string => name.normalize("NFKC").toLowerCase();
