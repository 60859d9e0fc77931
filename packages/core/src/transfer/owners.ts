import { fold } from "../text.ts";
import type { OwnedData, Owner, PersonData } from "./exportDocument.ts";

/** An export or a backup. */
export interface ReadData extends PersonData {
  /**
   * The owners with their data; the first owner has the data at the top level of the file. Undefined for a file that
   * names no owner.
   */
  readonly profiles?: readonly OwnedData[];
}

/**
 * Finds the profile of each wanted owner: by the uid, else by the name among the profiles that no uid matches, else
 * null. Returns no profile twice, so two people's data are never mixed.
 */
export function matchProfiles<Known extends Owner>(
  known: readonly Known[],
  wanted: readonly Owner[],
): (Known | null)[] {
  const left = new Set(known);
  const take = (isSame: (profile: Known) => boolean) => {
    const found = [...left].find(isSame) ?? null;
    if (found) left.delete(found);
    return found;
  };
  const matched = wanted.map(({ uid }) => take((profile) => profile.uid === uid));
  return wanted.map((owner, at) => matched[at] ?? take((profile) => isNamed(profile, owner.name)));
}

function isNamed(owner: Owner, name: string): boolean {
  return fold(owner.name) === fold(name);
}

/**
 * The person's own data in a file; null where the file names only other people. Pass this computer's profiles, the person's
 * among them: each computer gives a person another uid, so a name may match where no uid does. Pass null in cloud mode,
 * where only the uid counts.
 */
export function ownData(file: ReadData, person: Owner, known: readonly Owner[] | null): PersonData | null {
  const { profiles = [] } = file;
  if (profiles.length === 0) return file;
  if (known === null) return profiles.find(({ uid }) => uid === person.uid) ?? null;
  const at = matchProfiles(known, profiles).findIndex((profile) => profile?.uid === person.uid);
  return profiles[at] ?? null;
}

/** The data of the owner with this name; null where the file has none. */
export function dataNamed(file: ReadData, name: string): OwnedData | null {
  return file.profiles?.find((profile) => isNamed(profile, name)) ?? null;
}

/** 'ravi.json is of Ravi, not of You' */
export function strangerText(name: string, file: ReadData, person: Owner): string {
  return `${name} is of ${ownersText(file, person)}, not of ${person.name}`;
}

/** The people whose data a file holds, as a person reads it: 'Ravi, Asha', or 'another Asha' for a namesake of `person`. */
export function ownersText({ profiles = [] }: ReadData, person: Owner): string {
  return profiles.map((owner) => (isNamed(owner, person.name) ? `another ${owner.name}` : owner.name)).join(", ");
}
