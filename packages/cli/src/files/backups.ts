import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError, exportDocument, type PersonData } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { jsonText } from "../terminal/output.ts";
import { placesOf } from "./directories.ts";
import { makePrivateDirectory, writePrivate } from "./files.ts";

/** Keeps all ticks and marks of somebody as they are, in a new file with the time in its name, which it answers. */
export function saveBackup(context: Context, uid: string, data: PersonData): string {
  const directory = placesOf(context).backupsDirectory;
  makePrivateDirectory(directory);
  const time = new Date(context.now()).toISOString().replaceAll(/[:.]/g, "-");
  const file = firstFree((end) => join(directory, `${uid}-${time}${end}.json`));
  writePrivate(file, jsonText(exportDocument(data)));
  return file;
}

function firstFree(name: (end: string) => string): string {
  for (let number = 1; ; number++) {
    const file = name(number === 1 ? "" : `-${number}`);
    if (!existsSync(file)) return file;
  }
}

/** The error of a damaged database, which then also says how to get back what was copied last. */
export function namingNewestBackup(context: Context, error: DailyleetError): DailyleetError {
  const copy = error.code === "not-a-database" ? newestBackup(context) : null;
  if (copy === null) return error;
  const way = `The newest backup is ${copy}: move the damaged file away, then 'dailyleet import' adds the backup.`;
  return new DailyleetError(error.code, `${error.message} ${way}`, { cause: error });
}

function newestBackup(context: Context): string | null {
  const directory = placesOf(context).backupsDirectory;
  if (!existsSync(directory)) return null;
  const copies = readdirSync(directory).flatMap((name) => {
    const time = /\d{4}-\d\d-\d\dT[\d-]+Z(-\d+)?(?=\.json$)/.exec(name)?.[0];
    return time === undefined ? [] : [{ time, file: join(directory, name) }];
  });
  return copies.sort((a, b) => (a.time < b.time ? 1 : -1))[0]?.file ?? null;
}
