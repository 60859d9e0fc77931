import {
  civilDateAt,
  createReplica,
  type Notice,
  type PersonStore,
  type Replica,
  type SyncPolicy,
  type Timing,
} from "@dailyleet/core";
import { $today } from "../app/today.ts";
import { report } from "../ui/report.ts";
import { after } from "../ui/wait.ts";
import { createDocumentCache } from "./documentCache.ts";
import { indexedDbOutbox } from "./indexedDbOutbox.ts";
import { createJournal } from "./journal.ts";
import { joinPeers, sendingLock } from "./peers.ts";

export const timing: Timing = { after, now: () => performance.now(), random: Math.random };

/** The replica of a person in this tab. */
export function openReplica(uid: string, store: PersonStore, { pace }: SyncPolicy): Replica {
  return createReplica({
    uid,
    store,
    outbox: indexedDbOutbox,
    today: () => $today.get() ?? civilDateAt(Date.now()),
    cache: createDocumentCache(uid),
    journal: createJournal(uid),
    peers: joinPeers(uid),
    lock: sendingLock(uid),
    timing,
    onNotice: noteOnConsole(),
    ...(pace && { pace }),
  });
}

/**
 * The console texts of the product. That there is nothing yet is said once, and of the running year only: somebody
 * with ticks may have no marks, and none in an earlier year.
 */
export function noteOnConsole(): (notice: Notice) => void {
  let isMissingNoted = false;
  return (notice) => {
    if (notice.kind === "failed") {
      report(notice.during === "saving" ? "Error saving tick" : "Error fetching ticks", notice.error);
    } else if (!isMissingNoted && notice.part === $today.get()?.year) {
      isMissingNoted = true;
      console.info("No ticks data found for user");
    }
  };
}
