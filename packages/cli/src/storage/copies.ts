import { existsSync } from "node:fs";
import { join } from "node:path";
import { exportDocument, type TicksByYear } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../directories.ts";
import { jsonText } from "../print.ts";
import { makePrivateDirectory, writePrivate } from "./files.ts";

/** Keeps all ticks of somebody as they are, in a new file with the time in its name, which it answers. */
export function keepCopy(context: Context, uid: string, ticks: TicksByYear): string {
  const directory = placesOf(context).copiesDirectory;
  makePrivateDirectory(directory);
  const time = new Date(context.now()).toISOString().replaceAll(/[:.]/g, "-");
  const file = firstFree((end) => join(directory, `${uid}-${time}${end}.json`));
  writePrivate(file, jsonText(exportDocument(ticks)));
  return file;
}

function firstFree(name: (end: string) => string): string {
  for (let number = 1; ; number++) {
    const file = name(number === 1 ? "" : `-${number}`);
    if (!existsSync(file)) return file;
  }
}
