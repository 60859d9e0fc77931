import { own } from "../basics.ts";
import type { CellState, Cells, TableId } from "../changes/changes.ts";
import { isLaterVersion } from "../firestore/version.ts";
import type { PersonDocument } from "../ports.ts";

/**
 * A table's last known contents on the server. An `assumption` says that the table is empty: its year has just begun,
 * has not begun yet, or has no document.
 */
export type Snapshot =
  | { readonly from: "server"; readonly cells: Cells; readonly document: PersonDocument }
  | { readonly from: "cache" | "assumption"; readonly cells: Cells };

type Known = ReadonlyMap<TableId, Snapshot>;

export type Snapshots = ReturnType<typeof createSnapshots>;

/** The snapshot of each table. Calls `keep` with each new version of a document. */
export function createSnapshots(keep: (document: PersonDocument) => void) {
  let known: Known = new Map();
  const set = (table: TableId, snapshot: Snapshot): void => {
    const cells = sameIfEqual(known.get(table)?.cells, snapshot.cells);
    known = new Map(known).set(table, { ...snapshot, cells });
  };

  return {
    /** All snapshots. Get them before a request, and pass them to `take` with the answer. */
    known: () => known,

    of: (table: TableId) => known.get(table),

    /** Sets the snapshot of a table that has none yet. */
    suppose(table: TableId, from: "cache" | "assumption", cells: Cells): void {
      if (!known.has(table)) set(table, { from, cells });
    },

    /**
     * Learns a document from the server's answer to a request made when the snapshots were `asked`, or from another tab
     * (without `asked`). An answer counts even if its version is earlier than the snapshot's: a database can be
     * restored from a backup. An earlier version is ignored if it comes from another tab, or if the snapshot changed
     * during the request. Returns whether the document is newer than the snapshot and differs from it.
     */
    take(document: PersonDocument, asked?: Known): boolean {
      const { table, cells } = document;
      const before = table === null ? undefined : known.get(table);
      if (table === null || isSameVersion(document, before)) return false;
      const isOld = isOlderDocument(document, before);
      const isOvertaken = isOld && (asked === undefined || before !== asked.get(table));
      if (!isOvertaken) {
        set(table, { from: "server", cells, document });
        keep(document);
      }
      return !isOld && !areEqual(before?.cells ?? {}, cells);
    },

    /**
     * The table's document if it can be written without reading it first, else null. A closed year's document can only
     * if the open document is of a later year: otherwise the year may be the current one, which belongs in the open
     * document.
     */
    writable(table: TableId, openPath: string): PersonDocument | null {
      const documents = [...known.values()].flatMap((one) => (one.from === "server" ? [one.document] : []));
      const document = documents.find((other) => other.table === table) ?? null;
      const open = documents.find(({ path, version }) => path === openPath && version !== null);
      const isClosed = open !== undefined && Number(open.table) > Number(table);
      return typeof table === "string" || document?.path === openPath || isClosed ? document : null;
    },
  };
}

function isSameVersion({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  return known?.from === "server" && known.document.path === path && known.document.version === version;
}

/** Whether this is an earlier version of the known document, or says that the document does not exist. */
function isOlderDocument({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== path) return false;
  return isLaterVersion(known.document.version ?? "", version ?? "");
}

/** `previous` itself if no cell differs, so that nothing is redrawn; else `next`. */
export function sameIfEqual(previous: Cells | undefined, next: Cells): Cells {
  return previous && areEqual(previous, next) ? previous : next;
}

type Row = Readonly<Record<string, CellState | undefined>>;

/** Whether no cell differs. Absent, false, 0 and "" are equal: the cell is empty. */
function areEqual(one: Cells, other: Cells): boolean {
  const names = Object.keys({ ...one, ...other });
  return one === other || names.every((name) => isSameRow(rowIn(one, name), rowIn(other, name)));
}

const rowIn = (cells: Cells, name: string) => own(cells as Readonly<Record<string, Row>>, name);

function isSameRow(one: Row = {}, other: Row = {}): boolean {
  return one === other || Object.keys({ ...one, ...other }).every((name) => (one[name] || 0) === (other[name] || 0));
}
