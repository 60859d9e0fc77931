import { fold } from "../text.ts";
import type { OwnedData, Owner, PersonData } from "./exportDocument.ts";

/** An export or a backup. */
export interface ReadData extends PersonData {
  /** Whose data it is. The first has the data of the file itself. Undefined for a file that does not say it. */
  readonly profiles?: readonly OwnedData[];
}

/**
 * For each of `wanted` its profile among `known`: by the uid, else by the name among the profiles that no uid matched; null
 * for neither. No profile is given twice, so that two people's data never meet.
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
 * The person's own data in a file; null where the file names only other people. `known` are this computer's profiles, among
 * them the person's: every computer gives a person another uid, so there an equal name may be enough. It is null in cloud
 * mode, where only the uid counts.
 */
export function ownData(file: ReadData, person: Owner, known: readonly Owner[] | null): PersonData | null {
  const { profiles = [] } = file;
  if (profiles.length === 0) return file;
  if (known === null) return profiles.find(({ uid }) => uid === person.uid) ?? null;
  const at = matchProfiles(known, profiles).findIndex((profile) => profile?.uid === person.uid);
  return profiles[at] ?? null;
}

/** The data that a file has under a name; null for another name. */
export function dataNamed(file: ReadData, name: string): OwnedData | null {
  return file.profiles?.find((profile) => isNamed(profile, name)) ?? null;
}

/** The people whose data a file holds, as a person reads it: 'Ravi, Asha', or 'another Asha' for a namesake of `person`. */
export function ownersText({ profiles = [] }: ReadData, person: Owner): string {
  return profiles.map((owner) => (isNamed(owner, person.name) ? `another ${owner.name}` : owner.name)).join(", ");
}
