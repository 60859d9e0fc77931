import {
  civilDateAt,
  createReplica,
  type Lock,
  type Notice,
  type PeerMessage,
  type Peers,
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

/** The other tabs in which `uid` is signed in. */
export function joinPeers(uid: string): Peers {
  const channel = new BroadcastChannel(`dailyleet/replica/${uid}`);
  let isClosed = false;
  return {
    // What was on its way when the person left has nobody to tell it.
    broadcast: (message) => isClosed || channel.postMessage(message),
    onMessage(listener) {
      channel.onmessage = ({ data }: MessageEvent<PeerMessage>) => listener(data);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}

/** One tab of the person at a time; all of them where the browser has no locks. */
export function sendingLock(uid: string): Lock {
  return (work) => (navigator.locks ? navigator.locks.request(`dailyleet/${uid}`, work) : work());
}
