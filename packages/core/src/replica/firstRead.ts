import {
  type Cells,
  cellsOf,
  documentPart,
  type Part,
  partOf,
  type SavedChange,
  stateIn,
  withStateBefore,
} from "../changes/changes.ts";
import type { PersonDocument, PersonStore } from "../ports.ts";

/** A store that remembers how each document was when it was first read through it. */
export interface FirstRead {
  readonly store: PersonStore;
  /**
   * The changes with the states of then. What `saveChanges` says was read last: after a lost answer that may be what it
   * has written itself.
   */
  statesBefore(saved: readonly SavedChange[]): SavedChange[];
}

export function rememberFirstRead(store: PersonStore): FirstRead {
  const first = new Map<string, PersonDocument>();
  const remember = async <D extends PersonDocument>(reading: Promise<D>): Promise<D> => {
    const document = await reading;
    const { path, version } = document;
    // A document from before the years is stamped with its year before anything else is done with it.
    if (!first.has(path) && (documentPart(document) !== null || version === null)) first.set(path, document);
    return document;
  };
  /** Where there was no document nothing was done. */
  const cellsAtFirst = (part: Part): Cells | undefined => {
    const found = [...first.values()];
    const ofPart = (wanted: Part | null) => found.find((document) => documentPart(document) === wanted);
    const document = ofPart(part) ?? (part === "marks" ? undefined : ofPart(null));
    return document && cellsOf(document);
  };
  return {
    store: {
      ...store,
      readOpen: () => remember(store.readOpen()),
      readClosed: (...args) => remember(store.readClosed(...args)),
      readMarks: () => remember(store.readMarks()),
    },
    statesBefore: (saved) =>
      saved.map((change) => {
        const cells = cellsAtFirst(partOf(change));
        return cells ? withStateBefore(change, stateIn(cells, change)) : change;
      }),
  };
}
