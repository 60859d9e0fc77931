import { createFirestore } from "@dailyleet/client";
import {
  type Cache,
  type Config,
  createPersonStore,
  createReplica,
  isRecord,
  LOCAL_PROJECT_ID,
  type Lock,
  marksIn,
  type Notice,
  type PeerMessage,
  type Peers,
  type PersonStore,
  type Replica,
  type SyncPolicy,
  type TableId,
  type Ticks,
  type Timing,
  ticksIn,
  unpackYear,
} from "@dailyleet/core";
import { http } from "../session/http.ts";
import { access } from "../session/session.ts";
import { parseStored, STORED_YEAR, storeText } from "../ui/stored.ts";
import { after, wait } from "../ui/wait.ts";
import { report } from "../view/status.ts";
import { $today, currentDay } from "../view/today.ts";
import { indexedDbOutbox, marksKey, readCached, writeCached, yearKey } from "./indexedDb.ts";
import { createJournal, withUnstored } from "./journal.ts";

export const timing: Timing = { after, now: () => performance.now(), random: Math.random };

/** The replica of a person in this tab. */
export function openReplica(store: PersonStore, { pace }: SyncPolicy): Replica {
  const { uid } = store;
  const peers = joinPeers(uid);
  return createReplica({
    store,
    outbox: indexedDbOutbox,
    today: currentDay,
    cache: createDocumentCache(uid),
    journal: createJournal(uid),
    ...(peers && { peers }),
    lock: sendingLock(uid),
    timing,
    onNotice: logNotices(),
    pace,
  });
}

/** The product's console texts. A missing document is reported once, and only for the current year: others may be missing. */
export function logNotices(): (notice: Notice) => void {
  let isMissingNoted = false;
  return (notice) => {
    if (notice.kind === "failed") {
      report(notice.during === "saving" ? "Error saving tick" : "Error fetching ticks", notice.error);
    } else if (!isMissingNoted && notice.table === $today.get()?.year) {
      isMissingNoted = true;
      console.info("No ticks data found for user");
    }
  };
}

/** The other tabs of the same person; Firefox refuses a channel where it stores no data. */
function joinPeers(uid: string): Peers | undefined {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(`dailyleet/replica/${uid}`);
  } catch {
    return undefined;
  }
  let isClosed = false;
  return {
    // A change that was in flight at the sign-out is not broadcast.
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

/** Lets one tab of the person send at a time; all of them where the browser has no locks, or refuses them. */
function sendingLock(uid: string): Lock {
  return async (work) => {
    let isLocked = false;
    const locked = navigator.locks?.request(`dailyleet/${uid}`, () => {
      isLocked = true;
      return work();
    });
    return (locked ?? Promise.reject()).catch((error) => (isLocked ? Promise.reject(error) : work()));
  };
}

/** Snapshots of the person's documents. The running year is read synchronously, as the page showed it last. */
export function createDocumentCache(uid: string): Cache {
  const keyOf = (table: TableId) => (table === "marks" ? marksKey(uid) : yearKey(uid, table));
  return {
    read: (table) => (table === "marks" ? null : readStoredYear(uid, table)) ?? readSnapshot(keyOf(table), table),
    keep({ table, fields }) {
      if (table !== null) void writeCached(keyOf(table), fields);
    },
  };
}

async function readSnapshot(key: string, table: TableId) {
  const fields = await readCached(key);
  if (!isRecord(fields)) return null;
  return table === "marks" ? marksIn(fields) : ticksIn(fields);
}

/** The running year, as it was shown last. Read synchronously: the database answers only after several frames. */
export function readStoredYear(uid: string, year: number): Ticks | null {
  const copy = parseStored(STORED_YEAR);
  if (!isRecord(copy) || copy.uid !== uid || copy.year !== year) return null;
  return withUnstored(unpackYear(String(copy.ticks)), uid, year);
}

/** `days` is of `packYear`. */
export function storeYear(uid: string, year: number, days: string): void {
  storeText(STORED_YEAR, JSON.stringify({ uid, year, ticks: days }));
}

/** Without retries: the local server answers at once or is not running, and then the replica tries again. */
const httpOnce: typeof http = (call) => http({ ...call, retry: false });

/** For a configuration that is ready: it names a project or is local. */
export function openPersonStore(config: Config, uid: string): PersonStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : (config.firebase?.projectId ?? "");
  const options = {
    http,
    ...(config.local && { http: httpOnce, base: location.origin }),
    projectId,
    idToken: async (fresh?: boolean) => (await access).idToken(uid, fresh),
  };
  return createPersonStore(createFirestore(options), uid, { wait, random: Math.random });
}
