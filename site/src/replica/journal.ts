import {
  type Change,
  cellKey,
  isDayNumber,
  isMark,
  isRecord,
  isSourceNumber,
  type Journal,
  overlay,
  type PendingChange,
  type Ticks,
} from "@dailyleet/core";
import { copyNames, forgetCopy, keepCopy, parseCopy } from "./localCopy.ts";

/** A noted change, and who noted it. */
type Note = Change & { readonly tab: string; readonly sequence: number };

const prefixOf = (uid: string) => `dailyleet/click/${uid}/`;
/** While a tab lives, and does not rest in the back/forward cache, it holds the lock of this name. */
const lockOf = (tab: string) => `dailyleet/tab/${tab}`;

/**
 * The changes of a click until the browser's database has them, in `localStorage`: that is synchronous, and another
 * process has it when the page dies in the same moment.
 */
export function createJournal(uid: string): Journal {
  const tab = String(Math.random()).slice(2);
  hold(lockOf(tab));
  const nameOf = (change: Change) => prefixOf(uid) + cellKey(change);
  return {
    note(changes) {
      for (const change of changes) keepCopy(nameOf(change), JSON.stringify({ ...change, tab } satisfies Note));
    },
    forget(changes) {
      for (const change of changes) if (isNoteOf(parseCopy(nameOf(change)), tab, change)) forgetCopy(nameOf(change));
    },
    async leftovers() {
      const living = await livingTabs();
      return notesOf(uid).filter(({ tab: owner }) => owner !== tab && !living.has(lockOf(owner)));
    },
  };
}

/** The ticks with all that is noted over them: whoever noted it, the person saw it. */
export function withNotes(ticks: Ticks, uid: string, year: number): Ticks {
  return overlay(ticks, notesOf(uid), year);
}

/**
 * Until the page ends, however it does, or leaves the window: a page that rests can't finish its own writes, and some
 * browsers let none rest that holds a lock. It is taken again when such a page comes back.
 */
function hold(lock: string): void {
  const untilHidden = () => new Promise((resolve) => addEventListener("pagehide", resolve, { once: true }));
  const take = () => navigator.locks?.request(lock, untilHidden).catch(() => {});
  take();
  addEventListener("pageshow", ({ persisted }) => persisted && take());
}

function isNoteOf(note: unknown, tab: string, { sequence }: PendingChange): boolean {
  return isRecord(note) && note.tab === tab && note.sequence === sequence;
}

function notesOf(uid: string): Note[] {
  return copyNames(prefixOf(uid)).map(parseCopy).filter(isNote);
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
