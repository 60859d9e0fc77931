import { counted } from "@dailyleet/core";
import { createOutbox, type Database, listProfiles } from "@dailyleet/local";
import { type Finding, hint, mend, ok } from "./finding.ts";

/** What SQLite says of the file, page by page, and whether its tables are the program's. */
export function checkIntegrity(database: Database): Finding {
  const faults = database
    .all<{ integrity_check: string }>("PRAGMA integrity_check(3)")
    .map((row) => row.integrity_check)
    .filter((text) => text !== "ok");
  const altered = database.alteredTables();
  const { version, sqlite } = database.get<{ version: number; sqlite: string }>(
    "SELECT user_version AS version, sqlite_version() AS sqlite FROM pragma_user_version",
  ) ?? { version: 0, sqlite: "" };
  const name = `${database.file}, version ${version}, SQLite ${sqlite}`;
  if (faults.length === 0 && altered.length === 0) return ok("database", name);
  const found = faults.length > 0 ? `is damaged: ${faults.join(", ")}` : `is altered: ${altered.join(", ")}`;
  return mend(
    "database",
    `${name} ${found}`,
    "save what can be read with 'dailyleet export FILE', then restore a backup",
  );
}

export function checkProfiles(database: Database): Finding {
  const names = listProfiles(database).map(({ name }) => name);
  return ok("sign-in", `not needed in local mode; ${counted(names.length, "profile")}: ${names.join(", ")}`);
}

/** When a document was changed last as far as this computer knows, in milliseconds since the epoch; 0 for never. */
export function lastChange(database: Database): number {
  const { local } = database.get<{ local: number | null }>("SELECT max(updated) AS local FROM documents") ?? {
    local: 0,
  };
  const { cloud } = database.get<{ cloud: string | null }>("SELECT max(update_time) AS cloud FROM known_documents") ?? {
    cloud: null,
  };
  return Math.max(Math.floor((local ?? 0) / 1000), cloud === null ? 0 : Date.parse(cloud));
}

/** Changes that wait for the cloud: those of `uid`, who is signed in, and those of others. */
export async function checkUnsent(database: Database, uid: string): Promise<Finding[]> {
  const own = await createOutbox(database).list(uid);
  const refused = own.filter((change) => change.refused !== undefined);
  const waiting = own.length - refused.length;
  const others =
    database.get<{ count: number }>("SELECT count(*) AS count FROM outbox WHERE uid <> ?", uid)?.count ?? 0;
  const findings = [
    ...(refused.length > 0
      ? [
          mend(
            "unsent",
            `${counted(refused.length, "change")} refused: ${refused[0]?.refused}`,
            "run 'dailyleet sync' to try again",
          ),
        ]
      : []),
    ...(waiting > 0 ? [hint("unsent", `${counted(waiting, "change")} waiting`, "run 'dailyleet sync'")] : []),
    ...(others > 0
      ? [
          hint(
            "unsent",
            `${counted(others, "change")} of another account`,
            "they are sent when that account signs in here",
          ),
        ]
      : []),
  ];
  return findings.length > 0 ? findings : [ok("unsent", "nothing to send")];
}
