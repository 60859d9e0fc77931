import { type Config, createPersonStore, createReplica, type Replica } from "@dailyleet/core";
import { createDocumentCache, createOutbox, type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { createCloudCache } from "./cloudCache.ts";
import { impatient } from "./patience.ts";
import { servicesOf } from "./services.ts";
import { openDocuments, requireSignIn } from "./session.ts";

/** How long a command waits for a network that does not answer. */
const PATIENCE_MS = 8_000;

/** A signed-in person, and their ticks as this computer holds them. */
export interface Cloud {
  readonly uid: string;
  readonly email: string | undefined;
  readonly database: Database;
  readonly replica: Replica;
}

/** Throws `signin-needed` before anything is written, `bad-config`, and what opening the database throws. */
export async function openCloud(context: Context, config: Config): Promise<Cloud> {
  const services = servicesOf(context, config, impatient(context.transport, PATIENCE_MS));
  const { uid, email } = requireSignIn(context, services);
  const today = todayOf(context);
  const database = context.openDatabase(placesOf(context).databaseFile);
  const replica = createReplica({
    uid,
    store: createPersonStore(openDocuments(context, services, uid, database), uid, {
      wait: context.wait,
      random: Math.random,
    }),
    outbox: createOutbox(database),
    cache: createCloudCache(createDocumentCache(database), uid),
    // Only one process sends at a time.
    lock: (work) => withLock(database, "flush", work),
    today: () => today,
    // Only a document read before the commit tells what was there before it.
    readsFirst: true,
  });
  return { uid, email, database, replica };
}
