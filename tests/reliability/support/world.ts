import {
  applyChange,
  type Cell,
  type Change,
  type CivilDate,
  cellKey,
  closedPath,
  createTickStore,
  DailyleetError,
  type DocumentStore,
  type DocumentWrite,
  flush,
  isDone,
  NO_TICKS,
  type Outbox,
  openPath,
  openYear,
  overlay,
  type PendingChange,
  readTicks,
  readYear,
  type Ticks,
} from "@dailyleet/core";

/** What the network does to a device's next commits. */
export type Fault = "none" | "offline" | "lostAnswer" | "late" | "crashBeforeAcknowledge";

/** The one server of a simulated world: a real document store for each person. */
export interface Server {
  documents(uid: string): DocumentStore;
}

export class Crash extends Error {}

/**
 * A device of the simulation: core's own outbox handling and flush over a network that can fail. What a crash
 * destroys is in `shown`; what survives is in the outbox.
 */
export function createDevice(name: string, server: Server, outbox: Outbox, log: AcceptedLog) {
  let uid: string | null = null;
  let shown: Ticks = NO_TICKS;
  let fault: Fault = "none";
  const late: { uid: string; writes: readonly DocumentWrite[] }[] = [];

  const network = (person: string): DocumentStore => ({
    async get(path) {
      if (fault === "offline") throw new DailyleetError("unavailable", "No network.");
      return server.documents(person).get(path);
    },
    async commit(writes) {
      for (const write of writes) requireLeafMask(write);
      if (fault === "offline") throw new DailyleetError("unavailable", "No network.");
      if (fault === "late") {
        late.push({ uid: person, writes });
        throw new DailyleetError("unavailable", "No answer in time.");
      }
      const times = await server.documents(person).commit(writes);
      if (fault === "lostAnswer") throw new DailyleetError("unavailable", "The answer was lost.");
      return times;
    },
  });

  const watchedOutbox: Outbox = {
    ...outbox,
    async acknowledge(person, changes) {
      if (fault === "crashBeforeAcknowledge") throw new Crash();
      for (const change of changes) await log.checkStored(person, change);
      await outbox.acknowledge(person, changes);
    },
  };

  return {
    signIn(person: string) {
      uid = person;
      shown = NO_TICKS;
    },
    setFault(next: Fault) {
      fault = next;
    },
    /** A click: durable first, shown after. Nothing happens while nobody is signed in. */
    async set(cell: Cell, done: boolean) {
      if (uid === null) return;
      const change: Change = { ...cell, done };
      await outbox.put(uid, [change]);
      shown = applyChange(shown, change);
      log.accept(name, uid, change);
    },
    async open(today: CivilDate) {
      if (uid === null) return;
      const store = createTickStore(network(uid), uid);
      const document = await openYear(store, today).catch(ignoreUnavailable);
      if (document) shown = overlay(document.ticks, await outbox.list(uid), today.year);
    },
    async flush(today: CivilDate) {
      if (uid === null) return;
      const store = createTickStore(network(uid), uid);
      try {
        await flush({ store, outbox: watchedOutbox }, uid, today);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        shown = NO_TICKS;
      }
    },
    crash() {
      shown = NO_TICKS;
    },
    /** What was on the way for too long arrives after all. */
    async deliverLate() {
      for (const { uid: person, writes } of late.splice(0)) {
        await server
          .documents(person)
          .commit(writes)
          .catch(() => {});
      }
    },
    waiting: (person: string): Promise<PendingChange[]> => outbox.list(person),
    isShown: (cell: Cell) => isDone(shown, cell),
  };
}

export type Device = ReturnType<typeof createDevice>;

/** What devices accepted, and the check that an acknowledged change is really on the server. */
export interface AcceptedLog {
  accept(device: string, uid: string, change: Change): void;
  checkStored(uid: string, change: Change): Promise<void>;
  /** The last value that each device accepted for the cell; empty when nobody touched it. */
  lastValues(uid: string, cell: Cell): ReadonlySet<boolean>;
}

export function createAcceptedLog(server: Server): AcceptedLog {
  const byCell = new Map<string, Map<string, boolean>>();
  const keyOf = (uid: string, cell: Cell) => `${uid}/${cellKey(cell)}`;
  return {
    accept(device, uid, change) {
      const key = keyOf(uid, change);
      byCell.set(key, (byCell.get(key) ?? new Map()).set(device, change.done));
    },
    async checkStored(uid, change) {
      const ticks = await ticksOf(server, uid, change.year);
      if (isDone(ticks, change) !== change.done) {
        throw new Error(`acknowledged, but not stored: ${uid} ${cellKey(change)} ${change.done}`);
      }
    },
    lastValues: (uid, cell) => new Set(byCell.get(keyOf(uid, cell))?.values()),
  };
}

/** A person's year as the server holds it, wherever that year is kept now. */
export async function ticksOf(server: Server, uid: string, year: number): Promise<Ticks> {
  const open = await server.documents(uid).get(openPath(uid));
  if (open && readYear(open.fields) === year) return readTicks(open.fields);
  const closed = await server.documents(uid).get(closedPath(uid, year));
  return closed ? readTicks(closed.fields) : NO_TICKS;
}

/** Ticks travel as single cells: a write without a mask of leaves is allowed to a year's closing alone. */
export function requireLeafMask(write: DocumentWrite): void {
  const isLeaf = (path: readonly string[]) => path.length === 2 || (path.length === 1 && path[0] === "year");
  if (write.mask) {
    if (!write.mask.every(isLeaf)) throw new Error(`mask is not of leaf cells: ${JSON.stringify(write.mask)}`);
    return;
  }
  const isArchive = /\/years\/\d{4}$/.test(write.path);
  const isReset = Object.keys(write.fields).join() === "year";
  if (!isArchive && !isReset) throw new Error(`unmasked write to ${write.path}`);
}

function ignoreUnavailable(error: unknown): null {
  if (error instanceof DailyleetError && error.code === "unavailable") return null;
  throw error;
}
