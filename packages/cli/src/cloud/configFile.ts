import { dirname } from "node:path";
import { DailyleetError, parseConfig } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { makePrivateDirectory, readText, removePrivate, writeNamed, writePrivate } from "../files/files.ts";
import { note } from "../terminal/print.ts";

/** The person's own settings, while a site's configuration is in force. */
const OWN = "before";

export function differsFromConfig(context: Context, text: string): boolean {
  return readText(placesOf(context).configFile) !== text;
}

/** Puts a site's configuration into force; what was there before is kept beside it. Throws `storage`. */
export function adoptConfig(context: Context, text: string): void {
  const { configFile } = placesOf(context);
  const before = readText(configFile);
  makePrivateDirectory(dirname(configFile));
  if (before !== null) keepBeside(context, before);
  writeNamed(configFile, text, "private");
}

/**
 * Takes the site's configuration out of force and the person's own settings in again; answers whether there was any.
 * What is taken out is kept beside it. Throws `storage`.
 */
export function leaveSite(context: Context): boolean {
  const { configFile } = placesOf(context);
  const found = readText(configFile);
  if (found === null || kindOf(found).name === OWN) return false;
  keepBeside(context, found);
  const own = readText(`${configFile}.${OWN}`);
  if (own === null || kindOf(own).name !== OWN) {
    removePrivate(configFile);
  } else {
    writeNamed(configFile, own, "private");
    removePrivate(`${configFile}.${OWN}`);
  }
  return true;
}

function keepBeside(context: Context, text: string): void {
  const { name, what } = kindOf(text);
  const file = `${placesOf(context).configFile}.${name}`;
  writePrivate(file, text);
  note(context, `${what} kept as ${file}.`);
}

/** By what a configuration is told from others that are kept, and how it is called. */
function kindOf(text: string): { name: string; what: string } {
  try {
    const { firebase } = parseConfig(text, "");
    if (firebase === undefined) return { name: OWN, what: "Your own settings are" };
    const { projectId } = firebase;
    return { name: `of-${projectId}`, what: `The configuration of ${projectId} is` };
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    return { name: "unreadable", what: "The configuration, which has a fault, is" };
  }
}
