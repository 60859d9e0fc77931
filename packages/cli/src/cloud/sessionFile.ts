import { chmodSync, lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { codeOf, DailyleetError, isRecord, parseJson } from "@dailyleet/core";
import { cannot, makePrivateDirectory, readText, removePrivate, writePrivate } from "../files/files.ts";

/** What is kept of a sign-in: nothing of Google's, and of Firebase's only the refresh token. */
export interface Session {
  readonly uid: string;
  readonly email?: string;
  readonly refreshToken: string;
  /** Origin and project that gave the token; it is sent to no other. */
  readonly issuer: string;
}

/** What can be done where a sign-in is needed and there is none. */
export const WAYS_ON = "run 'dailyleet login' to sign in, or 'dailyleet logout --leave' for local mode";

interface Safety {
  /** The person's number on this system; absent on Windows. */
  readonly userId?: number;
  readonly warn: (sentence: string) => void;
}

/**
 * The sessions, the newest first; empty when nobody is signed in. There are two after a `login` to another site
 * that was killed: which one counts is decided by the configuration. Throws `storage` for a file that is a link or
 * somebody else's, and closes one that others may read, with a warning.
 */
export function readSessionFile(file: string, safety: Safety): readonly Session[] {
  const stats = statOf(file);
  if (stats === null) return [];
  checkOwner(file, stats, safety);
  tightenMode(file, stats, safety);
  return parseSessions(readText(file) ?? "", file);
}

/** Keeps one sign-in, or the newest and the one before. */
export function writeSessionFile(file: string, [newest, before]: readonly Session[]): void {
  makePrivateDirectory(dirname(file));
  const document = { version: 1, ...newest, ...(before && { before }) };
  writePrivate(file, `${JSON.stringify(document, null, 2)}\n`);
}

export const removeSessionFile = removePrivate;

export function hasSessionFile(file: string): boolean {
  return statOf(file) !== null;
}

function statOf(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw cannot("read", file, error);
  }
}

function checkOwner(file: string, stats: Stats, { userId }: Safety): void {
  const isOwn = userId === undefined || stats.uid === userId;
  if (stats.isFile() && isOwn) return;
  const found = stats.isFile() ? "belongs to another user" : "is not a plain file";
  throw new DailyleetError(
    "storage",
    `${file} ${found}, so it is not used; remove it and run 'dailyleet login' again.`,
  );
}

function tightenMode(file: string, stats: Stats, { userId, warn }: Safety): void {
  if (userId === undefined || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw cannot("restrict access to", file, error);
  }
  warn(`${file} could be read by other users of this computer; now only you can read it.`);
}

function parseSessions(text: string, file: string): readonly Session[] {
  const value = parseJson(text);
  const newest = parseSession(value);
  if (newest === null) {
    throw new DailyleetError("signin-needed", `The sign-in in ${file} can't be used; ${WAYS_ON}.`);
  }
  const before = isRecord(value) ? parseSession(value.before) : null;
  return before === null ? [newest] : [newest, before];
}

function parseSession(value: unknown): Session | null {
  if (!isRecord(value)) return null;
  const { uid, refreshToken, issuer, email } = value;
  if (!isText(uid) || !isText(refreshToken) || !isText(issuer)) return null;
  return { uid, ...(isText(email) && { email }), issuer, refreshToken };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
