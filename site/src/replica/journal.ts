import {
  type Change,
  cellKey,
  isDayNumber,
  isMark,
  isRecord,
  isSourceNumber,
  type Journal,
  type NumberedChange,
  overlay,
  plain,
  type Sendable,
  type Ticks,
} from "@dailyleet/core";
import { parseStored, removeStored, storedNames, storeText } from "../ui/stored.ts";
import { after } from "../ui/wait.ts";

/** A noted change, and who noted it; `sequence` is its number there. */
type Note = Sendable & { readonly tab: string; readonly sequence: number };

const idOf = ({ tab, sequence }: Note) => `${tab}/${sequence}`;
const prefixOf = (uid: string) => `dailyleet/click/${uid}/`;
/** A tab holds the lock of this name while it has notes, unless it rests in the back/forward cache. */
const lockOf = (tab: string) => `dailyleet/tab/${tab}`;
/** Another tab may see for a moment what has been forgotten here, and asks at once which tabs live. */
const GRACE_MS = 1_000;

/**
 * The changes of a click until the browser's database has them, in `localStorage`: that is synchronous, and another
 * process has it when the page dies in the same moment.
 */
export function createJournal(uid: string): Journal {
  const tab = String(Math.random()).slice(2);
  const life = signOfLife(lockOf(tab));
  const nameOf = (change: Change) => prefixOf(uid) + cellKey(change);
  return {
    note(changes) {
      // Before the notes: whoever has read one of them and then asks which tabs live is told of this one.
      changes.forEach(life.begin);
      for (const change of changes) {
        const { number: sequence, unanswered } = change;
        const note: Note = { ...plain(change), tab, sequence, ...(unanswered !== undefined && { unanswered }) };
        storeText(nameOf(change), JSON.stringify(note));
      }
    },
    forget(changes) {
      for (const change of changes)
        if (isNoteOf(parseStored(nameOf(change)), tab, change)) removeStored(nameOf(change));
      changes.forEach(life.end);
    },
    async leftovers() {
      const others = () => notesOf(uid).filter(({ tab: owner }) => owner !== tab);
      const found = others().map(idOf);
      if (found.length === 0) return [];
      const living = await livingTabs();
      // What went meanwhile was finished, and what came is of a tab that may have begun to live after the answer.
      return others().filter((note) => found.includes(idOf(note)) && !living.has(lockOf(note.tab)));
    },
  };
}

/** The ticks with all that is noted over them: whoever noted it, the person saw it. */
export function withNotes(ticks: Ticks, uid: string, year: number): Ticks {
  return overlay(ticks, notesOf(uid), year);
}

interface SignOfLife {
  begin(change: NumberedChange): void;
  end(change: NumberedChange): void;
}

/**
 * Says by a lock that the page lives and finishes its own writes, while it has some and a moment longer. The browser lets
 * go of it when the page ends, however it does. A page that rests can't finish them, so it lets go by itself, and takes
 * it again when it comes back; some browsers let none rest that has held one until then.
 */
function signOfLife(lock: string): SignOfLife {
  const unfinished = new Map<string, number>();
  let letGo: (() => void) | null = null;
  const take = () => {
    if (letGo !== null || unfinished.size === 0) return;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks?.request(lock, () => held).catch(() => {});
  };
  const release = () => {
    letGo?.();
    letGo = null;
  };
  addEventListener("pagehide", release);
  addEventListener("pageshow", ({ persisted }) => persisted && take());
  return {
    begin(change) {
      unfinished.set(cellKey(change), change.number);
      take();
    },
    end(change) {
      // A newer one of the cell takes its place.
      if (unfinished.get(cellKey(change)) !== change.number) return;
      unfinished.delete(cellKey(change));
      if (unfinished.size === 0) after(GRACE_MS, () => unfinished.size === 0 && release());
    },
  };
}

function isNoteOf(note: unknown, tab: string, { number }: NumberedChange): boolean {
  return isRecord(note) && note.tab === tab && note.sequence === number;
}

function notesOf(uid: string): Note[] {
  return storedNames(prefixOf(uid)).map(parseStored).filter(isNote);
}

function isNote(value: unknown): value is Note {
  return isRecord(value) && typeof value.tab === "string" && (isTick(value) || isMarked(value));
}

function isTick({ year, day, source, done }: Record<string, unknown>): boolean {
  return Number.isInteger(year) && isDayNumber(day) && isSourceNumber(source) && typeof done === "boolean";
}

function isMarked({ question, date, mark }: Record<string, unknown>): boolean {
  return typeof question === "string" && typeof date === "string" && isMark(mark);
}

/** Locks that are held, or asked for by a tab that has just opened; none where the browser has no locks or gives none. */
async function livingTabs(): Promise<Set<string | undefined>> {
  const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set([...held, ...pending].map(({ name }) => name));
}
