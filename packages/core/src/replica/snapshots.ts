import { own } from "../basics.ts";
import type { CellState, Cells, TableId } from "../changes/changes.ts";
import { isLaterVersion } from "../firestore/version.ts";
import type { PersonDocument } from "../ports.ts";

/** What is known of a table on the server. An `assumption` is that it is empty: the year has just begun, or has not yet. */
export type Snapshot =
  | { readonly from: "server"; readonly cells: Cells; readonly document: PersonDocument }
  | { readonly from: "cache" | "assumption"; readonly cells: Cells };

type Known = ReadonlyMap<TableId, Snapshot>;

export type Snapshots = ReturnType<typeof createSnapshots>;

/** What is known of each table on the server. Calls `keep` with each version of a document that is new. */
export function createSnapshots(keep: (document: PersonDocument) => void) {
  let known: Known = new Map();
  const set = (table: TableId, snapshot: Snapshot): void => {
    const cells = sameIfEqual(known.get(table)?.cells, snapshot.cells);
    known = new Map(known).set(table, { ...snapshot, cells });
  };

  return {
    /** All that is known now, for `take` to compare an answer with. */
    known: () => known,

    /** Undefined where nothing is known of the table. */
    of: (table: TableId) => known.get(table),

    /** Ignored once anything else is known of the table. */
    suppose(table: TableId, from: "cache" | "assumption", cells: Cells): void {
      if (!known.has(table)) set(table, { from, cells });
    },

    /**
     * The server has this document. An answer counts, even with an earlier version than the known one: a database can be
     * restored from a backup. But if another tab told of a later version since the server was `asked`, or if another tab tells
     * of this document (without `asked`), the later version counts. Returns whether the document has changes that were not
     * known.
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
     * The document to write to without reading it first. The document of a closed year only beside an open document of a
     * later year: otherwise the year may be the running one, which the open document is to hold.
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

/** Whether this is an earlier version of the known document, or says that there is no document yet. */
function isOlderDocument({ path, version }: PersonDocument, known: Snapshot | undefined): boolean {
  if (known?.from !== "server" || known.document.path !== path) return false;
  return isLaterVersion(known.document.version ?? "", version ?? "");
}

/** `next`, or `previous` itself where no cell differs: then nothing is drawn again. */
export function sameIfEqual(previous: Cells | undefined, next: Cells): Cells {
  return previous && areEqual(previous, next) ? previous : next;
}

type Row = Readonly<Record<string, CellState | undefined>>;

/** Whether no cell differs. A cell that is absent, false, 0 or "" says the same. */
function areEqual(one: Cells, other: Cells): boolean {
  const names = Object.keys({ ...one, ...other });
  return one === other || names.every((name) => isSameRow(rowIn(one, name), rowIn(other, name)));
}

const rowIn = (cells: Cells, name: string) => own(cells as Readonly<Record<string, Row>>, name);

function isSameRow(one: Row = {}, other: Row = {}): boolean {
  return one === other || Object.keys({ ...one, ...other }).every((name) => (one[name] || 0) === (other[name] || 0));
}
