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
import { countGains, type Here, hereIn } from "./here.ts";
import { listBackups, type ReadBackup } from "./list.ts";

/**
 * Backups for a person of the page. As `restore`, but for one profile: it takes the person's own part of a backup. A
 * backup without such a part is given whole; the page names its owner before it adds anything.
 */
export function backupsForPage(
  context: Context,
  database: Database,
  readSite: () => SiteConfig,
): NonNullable<ServerOptions["backups"]> {
  const hereFor = (uid: string): PersonHere => {
    const today = todayOf(context, configFor(readSite(), readSettings(database, uid)));
    const { residents } = hereIn(database, today);
    const person = residents.find((resident) => resident.uid === uid);
    if (person === undefined) throw usageError("This profile is gone; sign in again.");
    return { residents, person, today };
  };
  return {
    async list(uid) {
      const here = hereFor(uid);
      const daily = dailyDirectory(context, readSite()) !== null;
      return { version: 1, daily, backups: listBackups(context, readSite()).map((backup) => rowFor(backup, here)) };
    },
    async read(uid, id) {
      const here = hereFor(uid);
      const backup = findBackups(context, readSite()).find(({ file }) => idOf(file) === id);
      return backup ? documentFor(readBackup(context, backup.file), here) : null;
    },
  };
}

/** A person of the page, among all profiles. */
interface PersonHere extends Pick<Here, "residents" | "today"> {
  readonly person: Resident;
}

function rowFor({ file, date, computer, contents }: ReadBackup, { person, residents, today }: PersonHere): PageBackup {
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
    adds: own ? countGains([planGain(person, own, today)]) : null,
  };
}

function documentFor(found: ImportFile, { person, residents }: PersonHere): object {
  const own = ownData(found, person, residents);
  const [first, ...others] = own ? [] : (found.profiles ?? []);
  const { uid, name } = person;
  return first ? exportDocument(first, ...others) : exportDocument({ ...(own ?? found), uid, name });
}

/** A digest that stands for the path: the page never sees a path and can't choose one. */
function idOf(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 32);
}
