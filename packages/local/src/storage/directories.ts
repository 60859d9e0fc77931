import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it, as `mkdirSync` does with `recursive`, and returns the first that was not there.
 * That goes round for ever where a directory takes no other and calls it 'no such file or directory', as /proc does, and
 * a home that is mounted on demand.
 */
export function makeDirectories(directory: string, mode?: number): string | undefined {
  if (existsSync(directory)) return undefined;
  const above = dirname(directory);
  const first = above === directory ? undefined : makeDirectories(above, mode);
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process was faster, or it is a link that leads nowhere: what is made in it says so.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return first;
    throw error;
  }
  return first ?? directory;
}
