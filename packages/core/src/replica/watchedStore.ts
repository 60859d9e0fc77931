import type { CivilDate } from "../calendar/calendar.ts";
import { documentPart, type Part } from "../changes/changes.ts";
import type { PersonDocument, PersonStore } from "../ports.ts";
import type { Event } from "./events.ts";
import type { Copy } from "./state.ts";

/** What the store is told while it works. */
export interface Watch {
  readonly dispatch: (event: Event) => void;
  /** What is known now. */
  readonly copies: () => ReadonlyMap<Part, Copy>;
  readonly today: () => CivilDate;
}

/** The store, with every document that goes through it noted: whatever asks it, what it says is known and kept. */
export function watchStore(store: PersonStore, { dispatch, copies, today }: Watch): PersonStore {
  const watch = async <D extends PersonDocument>(
    work: Promise<D>,
    kind: "read" | "wrote" = "read",
    before = copies(),
  ): Promise<D> => {
    const answered = await work;
    const document = isFirst(answered) ? { ...answered, year: today().year } : answered;
    dispatch({ kind, document, before: before.get(documentPart(document) ?? Number.NaN) });
    return answered;
  };
  return {
    ...store,
    readOpen: () => watch(store.readOpen()),
    // What was found in a list is as old as that, which was asked for before what is known by now.
    readClosed: (year, found) => watch(store.readClosed(year, found), "read", found === undefined ? copies() : NOTHING),
    readMarks: () => watch(store.readMarks()),
    save: (document, changes) => watch(store.save(document, changes), "wrote"),
    close: (...args) => watch(store.close(...args), "wrote"),
  };
}

const NOTHING: ReadonlyMap<Part, Copy> = new Map();

/** The open document of a new person: there is none yet, so it will be of the running year. */
const isFirst = (document: PersonDocument) => documentPart(document) === null && document.version === null;
