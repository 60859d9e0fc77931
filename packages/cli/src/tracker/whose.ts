import {
  type Config,
  clip,
  type DailyleetError,
  dataNamed,
  type ImportFile,
  type OwnedData,
  type Owner,
  ownData,
  type PersonData,
  strangerText,
  usageError,
} from "@dailyleet/core";
import { type Database, listProfiles } from "@dailyleet/local";
import { oneLine, shellWord } from "../terminal/output.ts";

/** The part of a file that is meant for a person. */
interface Meant {
  readonly data: PersonData;
  /**
   * Such as 'ravi.json is of Ravi, not of You', if the data is another person's and nobody has agreed to add it. Else
   * null.
   */
  readonly stranger: string | null;
}

interface Given {
  readonly found: ImportFile;
  readonly name: string;
  /** The name in `--from`. */
  readonly from: string | undefined;
}

const MAX_KEY = 40;

/** Such as 'ticks.json: left out 'notes', which this version does not know.' */
export function ignoredText(name: string, key: string): string {
  return `${name}: left out '${clip(key, MAX_KEY)}', which this version does not know.`;
}

/** All profiles of this computer; null in cloud mode. */
export function knownProfiles({ firebase }: Config, database: Database): readonly Owner[] | null {
  return firebase ? null : listProfiles(database);
}

/**
 * The person's own data in a file, or another person's, which needs consent. `known` as for `ownData`. Throws `usage`
 * if `from` is not in the file, and for a file of several other people.
 */
export function dataMeantFor(person: Owner, known: readonly Owner[] | null, given: Given): Meant {
  const { found, name, from } = given;
  const people = found.profiles ?? [];
  if (from !== undefined) return { data: named(given, from), stranger: null };
  const own = ownData(found, person, known);
  if (own !== null) return { data: own, stranger: null };
  const stranger = oneLine(strangerText(name, found, person));
  if (people.length === 1) return { data: found, stranger };
  const way = "name the one to add with --from NAME";
  throw usageError(`${stranger}; ${way}.`);
}

function named({ found, name }: Given, from: string): OwnedData {
  const data = dataNamed(found, from);
  if (data !== null) return data;
  const names = (found.profiles ?? []).map((owner) => oneLine(owner.name)).join(", ");
  const fault =
    names === "" ? "does not say whose it is; leave out --from" : `is of ${names}; use --from with one of these`;
  throw usageError(`${name} ${fault}.`);
}

/** The error if nobody can be asked for consent. */
export function strangerError({ profiles = [] }: ImportFile, stranger: string): DailyleetError {
  const from = profiles.map(({ name }) => shellWord(oneLine(name))).slice(0, 1);
  return usageError(`${stranger}; to add it all the same, use --from ${from}.`);
}

export const STRANGER_QUESTION = "Add it all the same? [y/N] ";
