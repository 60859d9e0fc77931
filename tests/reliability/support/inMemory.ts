import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@dailyleet/local";
import { afterAll } from "vitest";

/** A directory in memory where there is such a file system, for tests of what is in files, not of disks. */
export function directoryInMemory(): string {
  return mkdtempSync(join(process.platform === "linux" ? "/dev/shm" : tmpdir(), "dailyleet-test-"));
}

/** Databases for all tests of a file; call it at its top level. */
export function databasesInMemory(count: number): Database[] {
  const directory = directoryInMemory();
  const databases = Array.from({ length: count }, (_, index) => openDatabase(join(directory, `${index}.db`)));
  afterAll(() => {
    for (const database of databases) database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return databases;
}
