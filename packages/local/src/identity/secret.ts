import { randomBytes } from "node:crypto";
import type { Database } from "../storage/database/connection.ts";

const KEY = "token-secret";

/** What signs this data directory's tokens; made at first use, the same for every later server. */
export function tokenSecret(database: Database): string {
  const read = () => database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", KEY)?.value;
  const found = read();
  if (found !== undefined) return found;
  // Another server may be starting: whoever is first decides.
  database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", KEY, randomBytes(32).toString("base64url"));
  return read() ?? "";
}
