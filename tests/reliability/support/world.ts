import {
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  closedPath,
  DailyleetError,
  type DocumentStore,
  type DocumentWrite,
  marksIn,
  NO_TICKS,
  namedPath,
  openPath,
  type Replica,
  settingsIn,
  stateIn,
  type TableId,
  ticksIn,
  yearIn,
} from "@dailyleet/core";
import { isLeafPath } from "../../support/leafPath.ts";

/** The one server of a simulated world, with a real document store for each person. */
export interface Server {
  documents(uid: string): DocumentStore;
}

/** The network's fault for a program's next requests. */
export type NetworkFault = "none" | "offline" | "lostAnswer" | "late";

/** A person's documents over a network that can fail. */
export function createNetwork(server: Server) {
  const late: { uid: string; writes: readonly DocumentWrite[] }[] = [];
  let fault: NetworkFault = "none";
  return {
    documents: (uid: string): DocumentStore => ({
      async get(path) {
        if (fault === "offline") throw new DailyleetError("unavailable", "No network.");
        return server.documents(uid).get(path);
      },
      async commit(writes) {
        for (const write of writes) requireLeafMask(write);
        if (fault === "offline") throw new DailyleetError("unavailable", "No network.");
        if (fault === "late") {
          late.push({ uid, writes });
          throw new DailyleetError("unavailable", "No answer in time.");
        }
        const times = await server.documents(uid).commit(writes);
        if (fault === "lostAnswer") throw new DailyleetError("unavailable", "The answer was lost.");
        return times;
      },
      async list(...args) {
        if (fault === "offline") throw new DailyleetError("unavailable", "No network.");
        return server.documents(uid).list(...args);
      },
    }),
    setFault(next: NetworkFault) {
      fault = next;
    },
    /** Delivers the late requests. */
    async deliverLate() {
      for (const { uid, writes } of late.splice(0)) {
        await server
          .documents(uid)
          .commit(writes)
          .catch(() => {});
      }
    },
  };
}

export type AcceptedLog = ReturnType<typeof createAcceptedLog>;

/** The changes that devices accepted, and a check that the server has every acknowledged one. */
export function createAcceptedLog(server: Server) {
  const byCell = new Map<string, Map<string, CellState>>();
  const faults: string[] = [];
  const keyOf = (uid: string, cell: Cell) => `${uid}/${cellKey(cell)}`;
  return {
    accept(device: string, uid: string, change: Change) {
      const key = keyOf(uid, change);
      byCell.set(key, (byCell.get(key) ?? new Map()).set(device, change.state));
    },
    /** Checks that the server has an acknowledged change, or a newer value of the same device for the cell. */
    async checkOver(device: string, uid: string, change: Change) {
      const value = stateIn(await cellsAt(server, uid, change.table), change);
      const newest = byCell.get(keyOf(uid, change))?.get(device);
      if (value !== change.state && value !== newest) faults.push(`${keyOf(uid, change)} ${change.state}`);
    },
    /** The last value of each device for the cell; empty if no device changed it. */
    lastValues: (uid: string, cell: Cell) => new Set(byCell.get(keyOf(uid, cell))?.values()),
    /** Acknowledged changes that the server lacks. */
    faults,
  };
}

/** A person's cells on the server; a year's cells from its open document or its archive. */
export async function cellsAt(server: Server, uid: string, table: TableId): Promise<Cells> {
  const documents = server.documents(uid);
  if (typeof table === "string") {
    const fields = (await documents.get(namedPath(uid, table)))?.fields;
    return table === "marks" ? marksIn(fields) : settingsIn(fields);
  }
  const open = await documents.get(openPath(uid));
  if (open && yearIn(open.fields) === table) return ticksIn(open.fields);
  const closed = await documents.get(closedPath(uid, table));
  return closed ? ticksIn(closed.fields) : NO_TICKS;
}

/** A person's cells as a program shows them. */
export function shownCells(replica: Replica, table: TableId): Cells {
  return (typeof table === "number" ? replica.year(table) : replica[table]()).cells;
}

/**
 * Programs write ticks, marks and settings as single cells. Only the closing of a year may write without a mask of
 * leaves.
 */
function requireLeafMask(write: DocumentWrite): void {
  if (write.mask) {
    if (!write.mask.every(isLeafPath)) throw new Error(`mask is not of leaf cells: ${JSON.stringify(write.mask)}`);
    return;
  }
  const isArchive = /\/years\/\d{4}$/.test(write.path);
  const isReset = Object.keys(write.fields).join() === "year";
  if (!isArchive && !isReset) throw new Error(`unmasked write to ${write.path}`);
}
