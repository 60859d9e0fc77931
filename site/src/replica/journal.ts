import {
  type Cells,
  type Change,
  cellKey,
  changesOf,
  isDayNumber,
  isMark,
  isRecord,
  isSettingCell,
  isSettingText,
  isSourceNumber,
  type Journal,
  type JournalEntry,
  overlay,
  type TableId,
} from "@dailyleet/core";
import { canStore, parseStored, removeStored, storedNames, storeText } from "../ui/stored.ts";
import { after } from "../ui/wait.ts";

interface StoredEntry extends JournalEntry {
  readonly tab: string;
}

const idOf = ({ tab, number }: StoredEntry) => `${tab}/${number}`;
const prefixOf = (uid: string) => `dailyleet/click/${uid}/`;
/** A tab holds this lock while it has entries, unless it is in the back/forward cache. */
const lockOf = (tab: string) => `dailyleet/tab/${tab}`;
/** Keeps the lock a moment longer: another tab may still see an entry that is already erased here. */
const GRACE_MS = 1_000;

/**
 * Keeps a click's changes in `localStorage` until the database has stored them. The write is synchronous and survives a
 * crash of the page.
 */
export function createJournal(uid: string): Journal {
  const tab = String(Math.random()).slice(2);
  const life = createLifeLock(lockOf(tab));
  const nameOf = ({ change }: JournalEntry) => prefixOf(uid) + cellKey(change);
  return {
    write(changes) {
      // Request the lock before writing: a tab that reads an entry and then queries the locks must find this one.
      changes.forEach(life.begin);
      const held = changes.map((entry) => {
        const { change, number, attempt } = entry;
        return storeText(nameOf(entry), JSON.stringify({ change, number, attempt, tab }));
      });
      return held.length > 0 ? held.every(Boolean) : canStore();
    },
    erase(changes) {
      for (const entry of changes) {
        const stored = parseStored(nameOf(entry));
        if (isStoredEntry(stored) && idOf(stored) === idOf({ ...entry, tab })) removeStored(nameOf(entry));
      }
      changes.forEach(life.end);
    },
    async leftovers() {
      const others = () => entriesIn(uid).filter(({ tab: owner }) => owner !== tab);
      const found = others().map(idOf);
      if (found.length === 0) return [];
      const living = await livingTabs();
      // Skip entries that went meanwhile (stored) or came meanwhile (their tab may be newer than the query).
      return others().filter((entry) => found.includes(idOf(entry)) && !living.has(lockOf(entry.tab)));
    },
  };
}

/** Overlays the table with the journals of all tabs: the person has seen each change in them. */
export function withUnstored<C extends Cells>(cells: C, uid: string, table: TableId): C {
  return overlay(cells, changesOf(entriesIn(uid)), table);
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
    begin({ change, number }: JournalEntry) {
      unfinished.set(cellKey(change), number);
      take();
    },
    end({ change, number }: JournalEntry) {
      // A newer change of the cell replaced it.
      if (unfinished.get(cellKey(change)) !== number) return;
      unfinished.delete(cellKey(change));
      if (unfinished.size === 0) after(GRACE_MS, () => unfinished.size === 0 && release());
    },
  };
}

function entriesIn(uid: string): StoredEntry[] {
  return storedNames(prefixOf(uid)).map(parseStored).filter(isStoredEntry);
}

function isStoredEntry(value: unknown): value is StoredEntry {
  return isRecord(value) && typeof value.tab === "string" && isChange(value.change);
}

function isChange(value: unknown): value is Change {
  if (!isRecord(value)) return false;
  const { table, row, column, state } = value;
  if (table === "marks") return typeof row === "string" && typeof column === "string" && isMark(state);
  if (table === "settings") return isSettingCell(row, column) && isSettingText(state);
  return Number.isInteger(table) && isDayNumber(row) && isSourceNumber(column) && typeof state === "boolean";
}

/** The locks that tabs hold or request; empty where the browser has no locks. */
async function livingTabs(): Promise<Set<string | undefined>> {
  const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set([...held, ...pending].map(({ name }) => name));
}
