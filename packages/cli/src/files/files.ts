import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { DailyleetError } from "@dailyleet/core";
import { makeDirectories } from "@dailyleet/local";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Of a file for others; the umask narrows it. */
const PUBLIC_MODE = 0o666;

/** The text of a file; null when there is none. Throws `storage`, also for what is no file: a pipe may never end. */
export function readText(file: string): string | null {
  try {
    if (statSync(file).isFile()) return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw cannot("read", file, error);
  }
  throw new DailyleetError("storage", `${file} is not a file; move it away.`);
}

/** Makes a directory that only the person can enter; one that is there already stays as it is. Throws `storage`. */
export function makePrivateDirectory(directory: string): void {
  try {
    makeDirectories(directory, DIRECTORY_MODE);
  } catch (error) {
    throw cannot("create the directory", directory, error);
  }
}

/**
 * Replaces a file whole or not at all, whatever happens in between, readable by the person only; durable when it
 * returns. Throws `storage`.
 */
export function writePrivate(file: string, text: string): void {
  replaceFile(file, text, FILE_MODE);
}

/** `keptMode` is set whatever the umask; without it the file gets `mode` as the umask narrows it. */
function replaceFile(file: string, text: string, mode: number, keptMode?: number): void {
  const temporary = `${file}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeDurably(temporary, text, mode, keptMode);
    renameSync(temporary, file);
    syncDirectory(dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannot("write", file, error);
  }
}

/**
 * Writes to where the person pointed. A file is replaced whole or not at all, a link to one stays a link, and a pipe or
 * a device such as `/dev/stdout` is written to. A `private` file is readable by the person only; a `public` one keeps
 * the mode of the file that it replaces, and follows the umask where it is new. Throws `storage`.
 */
export function writeNamed(file: string, text: string, readers: "private" | "public"): void {
  const mode = readers === "public" ? PUBLIC_MODE : FILE_MODE;
  try {
    const target = statSync(file, { throwIfNoEntry: false });
    const isNothing = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    if (isNothing) replaceFile(file, text, mode);
    else if (!target?.isFile()) writeFileSync(file, text, { mode });
    else if (readers === "private") writePrivate(realpathSync(file), text);
    else replaceFile(realpathSync(file), text, FILE_MODE, target.mode & 0o777);
  } catch (error) {
    throw error instanceof DailyleetError ? error : cannot("write", file, error);
  }
}

/** Deletes a file and what a crash may have left of writing it. Throws `storage`. */
export function removePrivate(file: string): void {
  try {
    const directory = dirname(file);
    const remains = readdirSync(directory).filter(
      (name) => name.startsWith(`${basename(file)}.`) && name.endsWith(".tmp"),
    );
    for (const name of [basename(file), ...remains]) rmSync(join(directory, name), { force: true });
    syncDirectory(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw cannot("delete", file, error);
  }
}

function writeDurably(file: string, text: string, mode: number, keptMode?: number): void {
  // 'wx' overwrites no file and follows no link that somebody else has put there.
  const descriptor = openSync(file, "wx", mode);
  try {
    writeFileSync(descriptor, text);
    if (keptMode !== undefined) fchmodSync(descriptor, keptMode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a rename durable. Windows has no such thing for directories. */
function syncDirectory(directory: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(directory, "r");
    fsyncSync(descriptor);
  } catch (error) {
    if (!["EPERM", "EISDIR", "EACCES"].includes(codeOf(error))) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? "unknown");
}

/** The error for a file that the system does not let us use, with the system's own reason. */
export function cannot(verb: string, path: string, cause: unknown): DailyleetError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(codeOf(cause));
  const advice = isFull ? "free some space or choose another place" : "check the path and its permissions";
  return new DailyleetError("storage", `Can't ${verb} ${path} (${reasonOf(cause)}); ${advice}.`, { cause });
}

/** The system's own words, such as 'no space left on device'. */
export function reasonOf(cause: unknown): string {
  const { errno } = cause as NodeJS.ErrnoException;
  return errno === undefined ? codeOf(cause) : getSystemErrorMessage(errno);
}
