import type { CivilDate } from "../calendar/calendar.ts";
import { fold } from "../text.ts";
import type { OwnedData, Owner, PersonData } from "./exportDocument.ts";
import { type ImportPlan, planImport } from "./importFile.ts";
import { matchProfiles } from "./owners.ts";

/** A profile of this computer, or in cloud mode the account. */
export interface Resident extends OwnedData {
  /** Whether nothing was ever written for the profile, so that it can become a person of the backup. */
  readonly isUnused: boolean;
}

export interface Gain {
  /** Null for a profile that the restore makes. */
  readonly here: Resident | null;
  /** The owner of `here` after the restore. */
  readonly becomes: Owner;
  readonly plan: ImportPlan;
}

/** The name of a new database's profile. */
const FIRST_PROFILE = "You";

const NOTHING: PersonData = { ticks: {}, marks: {} };

/**
 * What each profile gains from a backup of several people, in the order of the backup. A used profile keeps its identity.
 * An unused or a new profile takes over the person's uid, under which pages keep that person's changes.
 */
export function planRestore(
  backup: readonly OwnedData[],
  residents: readonly Resident[],
  today: CivilDate,
): readonly Gain[] {
  const matched = matchProfiles(residents, backup);
  const [only, ...others] = residents;
  // A new database's only profile becomes the first person, unless both have been named.
  const isNew = only?.isUnused && others.length === 0 && !matched.includes(only);
  const isFree = isNew && [only, backup[0]].some(isUnnamed);
  if (isFree) matched[0] = only;
  const keepsName = (resident: Resident) => !isFree || resident !== only || !isUnnamed(resident);
  const names = new Set(residents.filter(keepsName).map(({ name }) => fold(name)));
  return backup.map((owner, at) => {
    const here = matched[at] ?? null;
    const { uid } = here && !here.isUnused ? here : owner;
    const name = here && keepsName(here) ? here.name : freeName(owner.name, names);
    names.add(fold(name));
    return { here, becomes: { uid, name }, plan: planImport(here ?? NOTHING, owner, today) };
  });
}

/** Whether the owner still has the name of a new database's profile. */
function isUnnamed(owner: Owner | undefined): boolean {
  return owner?.name === FIRST_PROFILE;
}

/** What one profile gains from data that was chosen for it. */
export function planGain(here: Resident, data: PersonData, today: CivilDate): Gain {
  return { here, becomes: here, plan: planImport(here, data, today) };
}

/** The name; with a number if it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(fold(free)); number++) free = `${name} ${number}`;
  return free;
}
