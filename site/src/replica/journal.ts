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
import { canStore, parseStored, removeStored, storedNames, storeText } from "../ui/stored.ts";
import { after } from "../ui/wait.ts";

/** A noted change with its tab and its number in that tab. */
type Note = Sendable & { readonly tab: string; readonly sequence: number };

const idOf = ({ tab, sequence }: Note) => `${tab}/${sequence}`;
const prefixOf = (uid: string) => `dailyleet/click/${uid}/`;
/** A tab holds this lock while it has notes, unless it is in the back/forward cache. */
const lockOf = (tab: string) => `dailyleet/tab/${tab}`;
/** Keeps the lock a moment longer: another tab may still see a note that is already removed here. */
const GRACE_MS = 1_000;

/**
 * Keeps a click's changes in `localStorage` until the database has stored them. The write is synchronous and survives a
 * crash of the page.
 */
export function createJournal(uid: string): Journal {
  const tab = String(Math.random()).slice(2);
  const life = createLifeLock(lockOf(tab));
  const nameOf = (change: Change) => prefixOf(uid) + cellKey(change);
  return {
    note(changes) {
      // Request the lock before writing: a tab that reads a note and then queries the locks must find this one.
      changes.forEach(life.begin);
      const held = changes.map((change) => {
        const { number: sequence, unanswered } = change;
        const note: Note = { ...plain(change), tab, sequence, ...(unanswered !== undefined && { unanswered }) };
        return storeText(nameOf(change), JSON.stringify(note));
      });
      return held.length > 0 ? held.every(Boolean) : canStore();
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
      // Skip notes that went meanwhile (stored) or came meanwhile (their tab may be newer than the query).
      return others().filter((note) => found.includes(idOf(note)) && !living.has(lockOf(note.tab)));
    },
  };
}

/** Overlays the ticks with the notes of all tabs: the person has seen each of them. */
export function withNotes(ticks: Ticks, uid: string, year: number): Ticks {
  return overlay(ticks, notesOf(uid), year);
}

/**
 * Holds a lock while this page has unfinished writes. The browser releases it when the page ends in any way. The page
 * itself releases it before it enters the back/forward cache, where it can't finish them, and reacquires it when restored.
 */
function createLifeLock(lock: string) {
  const unfinished = new Map<string, number>();
  let releaseLock: (() => void) | null = null;
  const take = () => {
    if (releaseLock !== null || unfinished.size === 0) return;
    const held = new Promise<void>((resolve) => {
      releaseLock = resolve;
    });
    navigator.locks?.request(lock, () => held).catch(() => {});
  };
  const release = () => {
    releaseLock?.();
    releaseLock = null;
  };
  addEventListener("pagehide", release);
  addEventListener("pageshow", ({ persisted }) => persisted && take());
  return {
    begin(change: NumberedChange) {
      unfinished.set(cellKey(change), change.number);
      take();
    },
    end(change: NumberedChange) {
      // A newer change of the cell replaced it.
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

/** The locks that tabs hold or request; empty where the browser has no locks. */
async function livingTabs(): Promise<Set<string | undefined>> {
  const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set([...held, ...pending].map(({ name }) => name));
}
