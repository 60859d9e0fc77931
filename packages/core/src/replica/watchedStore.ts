import type { CivilDate } from "../calendar/calendar.ts";
import type { TickStore, YearDocument } from "../ports.ts";
import type { Event } from "./events.ts";
import type { YearCopy } from "./state.ts";

/** What the store is told while it works. */
export interface Watch {
  readonly dispatch: (event: Event) => void;
  /** What is known now, by year. */
  readonly copies: () => ReadonlyMap<number, YearCopy>;
  readonly today: () => CivilDate;
}

/** The store, with every document that goes through it noted: whatever asks it, what it says is known and kept. */
export function watchStore(store: TickStore, { dispatch, copies, today }: Watch): TickStore {
  const watch = async (work: Promise<YearDocument>): Promise<YearDocument> => {
    const before = copies();
    const answered = await work;
    const document = isFirst(answered) ? { ...answered, year: today().year } : answered;
    dispatch({ kind: "read", document, before: before.get(document.year ?? Number.NaN) });
    return answered;
  };
  return {
    ...store,
    readOpen: () => watch(store.readOpen()),
    readClosed: (year) => watch(store.readClosed(year)),
    save: (document, changes) => watch(store.save(document, changes)),
    close: (...args) => watch(store.close(...args)),
  };
}

/** The open document of a new person: there is none yet, so it will be of the running year. */
const isFirst = ({ year, version }: YearDocument) => year === null && version === null;
