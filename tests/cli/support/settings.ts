import { join } from "node:path";
import { mapValue, namedPath } from "@dailyleet/core";
import { findProfile, listProfiles, openDatabase } from "@dailyleet/local";
import { plantDocument } from "../../local/support/database.ts";
import type { Environment } from "../../support/inProcess.ts";
import { type Home, refusal } from "./home.ts";
import { localHome } from "./localHome.ts";

/** Runs 'dailyleet config' with the words of the line; '_' in a word stands for a space. */
export const change = (home: Pick<Home, "run">, line: string) => home.run(configLine(line));

/** Runs `config` for a change that must fail. Returns the exit code and the sentence. */
export const refused = (home: Home, line: string) => refusal(home, configLine(line));

const configLine = (line: string) => ["config", ...line.split(" ").map((word) => word.replaceAll("_", " "))];

/** A home whose person has these settings. Each line is a key and a value, as `config` takes them. */
export async function homeWith(lines: readonly string[], environment?: Environment): Promise<Home> {
  const home = localHome(environment);
  for (const line of lines) {
    const { code, stderr } = await change(home, line);
    if (code !== 0) throw new Error(`'config ${line}' ended with ${code}: ${stderr}`);
  }
  return home;
}

/** Stores these texts as settings past all rules. The database must exist. */
export function plantSettings(
  { directory }: Pick<Home, "directory">,
  settings: Readonly<Record<string, Readonly<Record<string, string>>>>,
  profile?: string,
): void {
  const database = openDatabase(join(directory, "dailyleet.db"));
  const { uid } = findProfile(database, profile ?? listProfiles(database)[0]?.name ?? "");
  const texts = Object.entries(settings).map(([key, parts]) => [
    key,
    mapValue(Object.fromEntries(Object.entries(parts).map(([part, stringValue]) => [part, { stringValue }]))),
  ]);
  plantDocument(database, namedPath(uid, "settings"), { settings: mapValue(Object.fromEntries(texts)) });
  database.close();
}
