import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@dailyleet/local";
import { afterAll } from "vitest";

/** A directory in memory on Linux, for tests of file contents rather than of disks. */
export function directoryInMemory(): string {
  return mkdtempSync(join(process.platform === "linux" ? "/dev/shm" : tmpdir(), "dailyleet-test-"));
}

/** Databases in memory for all tests of a file. Call it at the file's top level. */
export function databasesInMemory(count: number): Database[] {
  const directory = directoryInMemory();
  const databases = Array.from({ length: count }, (_, index) => openDatabase(join(directory, `${index}.db`)));
  afterAll(() => {
    for (const database of databases) database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return databases;
}
