import { type Config, createPersonStore, createReplica, type Replica } from "@dailyleet/core";
import { createDocumentCache, createOutbox, type Database, withLock } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { createCloudCache } from "./cloudCache.ts";
import { withDeadline } from "./deadline.ts";
import { servicesOf } from "./services.ts";
import { openDocuments, requireSignIn } from "./session.ts";

/** How long a command waits for a network that does not answer, and for another process that is sending. */
interface Patience {
  readonly networkMs: number;
  readonly lockMs: number;
}

const PATIENT: Patience = { networkMs: 8_000, lockMs: 30_000 };
/** Longer than a network that works takes for an answer, and too short to be felt as waiting. */
const BRIEF: Patience = { networkMs: 300, lockMs: 300 };

/** A signed-in person, and their ticks as this computer holds them. */
export interface Cloud {
  readonly uid: string;
  readonly email: string | undefined;
  readonly database: Database;
  readonly replica: Replica;
}

/**
 * With `waits` false a slow network soon counts as none. Throws `signin-needed` before anything is written,
 * what `servicesOf` throws, and what opening the database does.
 */
export async function openCloud(context: Context, config: Config, waits = true): Promise<Cloud> {
  const { networkMs, lockMs } = waits ? PATIENT : BRIEF;
  const network = withDeadline(context, networkMs);
  const services = servicesOf(context, config, network);
  const { uid, email } = requireSignIn(context, services);
  const today = todayOf(context);
  const database = context.openDatabase(placesOf(context).databaseFile);
  const replica = createReplica({
    uid,
    store: createPersonStore(openDocuments(context, services, uid, database), uid, {
      wait: network.wait,
      random: Math.random,
    }),
    outbox: createOutbox(database),
    cache: createCloudCache(createDocumentCache(database), uid),
    // Only one process sends at a time.
    lock: (work) => withLock(database, "flush", work, lockMs),
    today: () => today,
    // Only a document read before the commit tells what was there before it.
    readsFirst: true,
  });
  return { uid, email, database, replica };
}
