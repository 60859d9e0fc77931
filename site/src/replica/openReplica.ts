import { createFirestore } from "@dailyleet/client";
import {
  type Cache,
  type Cells,
  cellsIn,
  createPersonStore,
  createReplica,
  isRecord,
  LOCAL_PROJECT_ID,
  type Lock,
  type Notice,
  type PeerMessage,
  type Peers,
  type PersonSettings,
  type PersonStore,
  type Replica,
  type SiteConfig,
  type SyncPolicy,
  type TableId,
  type Timing,
  unpackYear,
} from "@dailyleet/core";
import { http } from "../session/http.ts";
import { access } from "../session/session.ts";
import { parseStored, STORED_LAST, storeText } from "../ui/stored.ts";
import { after, wait } from "../ui/wait.ts";
import { report } from "../view/status.ts";
import { $today, currentDay } from "../view/today.ts";
import { indexedDbOutbox, readCached, tableKey, writeCached } from "./indexedDb.ts";
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

/**
 * Logs notices in the product's console texts. Reports a missing document once, and only of the current year: other
 * years may have none.
 */
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

/** The other tabs of the same person. Undefined in a Firefox that stores no data: it refuses the channel. */
function joinPeers(uid: string): Peers | undefined {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(`dailyleet/replica/${uid}`);
  } catch {
    return undefined;
  }
  let isClosed = false;
  return {
    // Never broadcast a change that was in flight at the sign-out.
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

/** Lets one tab of the person send at a time. Without locks in the browser, all tabs may send. */
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

/** Snapshots of the person's documents. Tables that the page showed last are read synchronously. */
export function createDocumentCache(uid: string): Cache {
  return {
    read: (table) => readShownLast(uid, table) ?? readSnapshot(uid, table),
    keep({ table, fields }) {
      if (table !== null) void writeCached(tableKey(uid, table), fields);
    },
  };
}

async function readSnapshot(uid: string, table: TableId) {
  const fields = await readCached(tableKey(uid, table));
  return isRecord(fields) ? cellsIn(table, fields) : null;
}

/** The data of the next visit's first frame; `ticks` is packed by `packYear`. */
type ShownLast = { readonly year: number; readonly ticks: string } | { readonly settings: PersonSettings };

/** The running year or the settings as last shown, because the database answers only after several frames. */
export function readShownLast(uid: string, table: TableId): Cells | null {
  const { year, ticks, settings } = storedLast(uid);
  const found = table === "settings" ? settings : table === year && unpackYear(String(ticks));
  return isRecord(found) ? withUnstored(found as Cells, uid, table) : null;
}

export function storeShownLast(uid: string, shown: ShownLast): void {
  storeText(STORED_LAST, JSON.stringify({ ...storedLast(uid), ...shown, uid }));
}

function storedLast(uid: string): Readonly<Record<string, unknown>> {
  const copy = parseStored(STORED_LAST);
  return isRecord(copy) && copy.uid === uid ? copy : {};
}

/** Makes no retries: if the local server does not answer at once, it is not running, and the replica tries again. */
const httpOnce: typeof http = (call) => http({ ...call, retry: false });

/** `config` names a project or is local. */
export function openPersonStore(config: SiteConfig, uid: string): PersonStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : (config.firebase?.projectId ?? "");
  const options = {
    http,
    ...(config.local && { http: httpOnce, base: location.origin }),
    projectId,
    idToken: async (fresh?: boolean) => (await access).idToken(uid, fresh),
  };
  return createPersonStore(createFirestore(options), uid, { wait, random: Math.random });
}
