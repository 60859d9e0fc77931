import { join } from "node:path";
import type { Outbox } from "@dailyleet/core";
import { createOutbox, openDatabase } from "@dailyleet/local";
import { onTestFinished } from "vitest";
import { tempDirectory } from "../../support/tempDirectory.ts";

/** The terminal's outbox, of one device, for one test. */
export function openOutbox(): Outbox {
  const database = openDatabase(join(tempDirectory(), "outbox.db"));
  onTestFinished(() => database.close());
  return createOutbox(database);
}
