import { lstatSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDirectories } from "@dailyleet/local";
import { cannot } from "../../files/files.ts";
import type { Files } from "./content.ts";

/**
 * Puts all files below a directory, in place of those that are there, or leaves everything as it was. They are for
 * everybody, so their modes are the system's usual ones. Throws `storage`.
 */
export function placeAll(directory: string, files: Files): void {
  const undoing: (() => void)[] = [];
  let stage: string | undefined;
  try {
    makeDirectory(directory, undoing);
    // Written there first, because that is what can fail half-way; then only names change.
    stage = mkdtempSync(join(directory, ".deploy-files-"));
    for (const [path, content] of files) writeBelow(join(stage, "new"), path, content);
    for (const path of files.keys()) place(directory, stage, path, undoing);
  } catch (error) {
    for (const undo of undoing.reverse()) undo();
    throw cannot("write the files to", directory, error);
  } finally {
    if (stage !== undefined) rmSync(stage, { recursive: true, force: true });
  }
}

function writeBelow(directory: string, path: string, content: Uint8Array): void {
  const file = join(directory, path);
  makeDirectories(dirname(file));
  writeFileSync(file, content);
}

/** Moves a file from the stage to its place; what was there waits in the stage until all is done. */
function place(directory: string, stage: string, path: string, undoing: (() => void)[]): void {
  const [ready, file, old] = [join(stage, "new", path), join(directory, path), join(stage, "old", path)];
  makeDirectory(dirname(file), undoing);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    makeDirectories(dirname(old));
    renameSync(file, old);
    undoing.push(() => renameSync(old, file));
  }
  renameSync(ready, file);
  undoing.push(() => rmSync(file));
}

function makeDirectory(directory: string, undoing: (() => void)[]): void {
  const first = makeDirectories(directory);
  if (first !== undefined) undoing.push(() => rmSync(first, { recursive: true, force: true }));
}
