import { createHash } from "node:crypto";
import {
  configFor,
  countDoneCells,
  countMarks,
  exportDocument,
  type ImportFile,
  ownData,
  ownersText,
  type PageBackup,
  planGain,
  type Resident,
  type SiteConfig,
  usageError,
} from "@dailyleet/core";
import { type Database, readSettings } from "@dailyleet/local";
import type { ServerOptions } from "@dailyleet/local/server";
import type { Context } from "../../context.ts";
import { readBackup } from "../../files/backupContents.ts";
import { dailyDirectory, findBackups } from "../../files/backups.ts";
import { isoText, todayOf } from "../../terminal/dates.ts";
import { countGains, hereIn } from "./here.ts";
import { type ListedBackup, listBackups } from "./list.ts";

/**
 * Backups for a person of the page. As `restore`, but for one profile: it takes the person's own part of a backup. A
 * backup without such a part is given whole; the page names its owner before it adds anything.
 */
export function backupsForPage(
  context: Context,
  database: Database,
  readSite: () => SiteConfig,
): NonNullable<ServerOptions["backups"]> {
  const here = (uid: string) => {
    const today = todayOf(context, configFor(readSite(), readSettings(database, uid)));
    const { residents } = hereIn(database, today);
    const person = residents.find((resident) => resident.uid === uid);
    if (person === undefined) throw usageError("This profile is gone; sign in again.");
    return { residents, person, today };
  };
  return {
    async list(uid) {
      const { residents, person, today } = here(uid);
      const rows = listBackups(context, readSite(), (_, { found }) => {
        const own = ownData(found, person, residents);
        return own && countGains([planGain(person, own, today)]);
      });
      const daily = dailyDirectory(context, readSite()) !== null;
      return { version: 1, daily, backups: rows.map((row) => rowFor(row, person, residents)) };
    },
    async read(uid, id) {
      const { residents, person } = here(uid);
      const backup = findBackups(context, readSite()).find(({ file }) => idOf(file) === id);
      return backup ? documentFor(readBackup(context, backup.file), person, residents) : null;
    },
  };
}

function rowFor(
  { file, date, computer, contents, adds }: ListedBackup,
  person: Resident,
  residents: readonly Resident[],
): PageBackup {
  const found = contents?.found;
  const own = found && ownData(found, person, residents);
  return {
    id: idOf(file),
    date,
    time: found?.origin ? isoText(found.origin.time) : null,
    reason: found?.origin?.reason ?? null,
    computer,
    owners: found && !own ? [ownersText(found, person)] : [],
    ticks: own ? countDoneCells(own.ticks) : (contents?.ticks ?? null),
    marks: own ? countMarks(own.marks) : (contents?.marks ?? null),
    adds,
  };
}

function documentFor(found: ImportFile, person: Resident, residents: readonly Resident[]): object {
  const own = ownData(found, person, residents);
  const [first, ...others] = own ? [] : (found.profiles ?? []);
  const { uid, name } = person;
  return first ? exportDocument(first, ...others) : exportDocument({ ...(own ?? found), uid, name });
}

/** A digest that stands for the path: the page never sees a path and can't choose one. */
function idOf(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 32);
}
