import { dirname, join } from "node:path";
import { exportDocument, type TicksByYear } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../directories.ts";
import { jsonText } from "../print.ts";
import { makePrivateDirectory, writePrivate } from "./files.ts";

/** Keeps all ticks of somebody as they are, with the time in the file's name, which it answers. */
export function keepCopy(context: Context, uid: string, ticks: TicksByYear): string {
  const time = new Date(context.now()).toISOString().replaceAll(":", "-").slice(0, 19);
  const file = join(placesOf(context).copiesDirectory, `${uid}-${time}.json`);
  makePrivateDirectory(dirname(file));
  writePrivate(file, jsonText(exportDocument(ticks)));
  return file;
}
