import type { TickStore, YearDocument } from "../ports.ts";
import { isDone } from "../ticks/ticks.ts";
import type { SavedChange } from "../ticks/years.ts";

/** A store that remembers how each year was when it was first read through it. */
export interface FirstRead {
  readonly store: TickStore;
  /**
   * The changes with the states of then. What `saveChanges` says was read last: after a lost answer that may be what it
   * has written itself.
   */
  statesBefore(saved: readonly SavedChange[]): SavedChange[];
}

export function rememberFirstRead(store: TickStore): FirstRead {
  const first = new Map<string, YearDocument>();
  const remember = async (reading: Promise<YearDocument>): Promise<YearDocument> => {
    const document = await reading;
    const { path, year, version } = document;
    // A document from before the years is stamped with its year before anything else is done with it.
    if (!first.has(path) && (year !== null || version === null)) first.set(path, document);
    return document;
  };
  /** Where there was no document nothing was done. */
  const ticksOf = (year: number) => {
    const found = [...first.values()];
    return (found.find((document) => document.year === year) ?? found.find((document) => document.year === null))
      ?.ticks;
  };
  return {
    store: {
      ...store,
      readOpen: () => remember(store.readOpen()),
      readClosed: (year) => remember(store.readClosed(year)),
    },
    statesBefore: (saved) =>
      saved.map((change) => {
        const ticks = ticksOf(change.year);
        return ticks ? { ...change, was: isDone(ticks, change) } : change;
      }),
  };
}
