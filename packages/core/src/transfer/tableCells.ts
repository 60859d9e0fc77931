import type { Fault, FaultAt, ImportGuide } from "./reading.ts";

/** A cell as it is written in a table. */
export interface WrittenCell {
  readonly line: number;
  readonly text: string;
}

/** What the words and numbers of the cells mean; null for none of them. */
export interface Vocabulary {
  read(text: string): boolean | null;
  /** What a cell must be, as the end of a sentence. */
  readonly allowed: string;
}

const PLAIN_DONE = new Set(["true", "x", "yes", "done"]);
const PLAIN_UNTRIED = new Set(["", "false", "no", "untried"]);

/** A whole number says how many were done that day. */
export const COUNTS: Vocabulary = {
  read: (text) => {
    const count = wholeNumber(text);
    return count === null ? readWord(text, PLAIN_DONE, PLAIN_UNTRIED) : count > 0;
  },
  allowed: "1 for done or 0 for untried, or a count such as 3",
};

const LOOP_DONE = new Set(["2", "yes_manual"]);
const LOOP_UNTRIED = new Set(["", "0", "1", "3", "-1", "-3", "no", "yes_auto", "skip", "unknown"]);

const LOOP: Vocabulary = {
  read: (text) => ((wholeNumber(text) ?? 0) > 3 ? true : readWord(text, LOOP_DONE, LOOP_UNTRIED)),
  allowed: "one of Loop's words or numbers, such as 2 or YES_MANUAL",
};

function readWord(text: string, done: ReadonlySet<string>, untried: ReadonlySet<string>): boolean | null {
  const word = text.toLowerCase();
  return done.has(word) ? true : untried.has(word) ? false : null;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** In Loop's own spelling, as people write 'skip' and 'unknown' too. */
const LOOP_WORDS = new Set(["YES_MANUAL", "YES_AUTO", "SKIP", "UNKNOWN"]);
/** What no count is. */
const LOOP_NUMBERS = new Set(["-1", "-3"]);

/**
 * What the cells of a table with the names of habits mean. It is an open question where a 1 or a 3 would be done as a
 * count and not done for Loop, and neither the cells nor the heading tell which of the two it is.
 */
export function chooseVocabulary(
  cells: readonly WrittenCell[],
  hasLoopHeading: boolean,
  given: ImportGuide["numbers"],
): Vocabulary | Fault {
  if (given) return given === "loop" ? LOOP : COUNTS;
  if (cells.some(({ text }) => LOOP_NUMBERS.has(text))) return LOOP;
  // Loop fills in a 1 only near a 2, so that without a larger number a 1 is a tick, whatever the heading.
  if (hasLoopHeading && cells.some(({ text }) => (wholeNumber(text) ?? 0) > 1)) return LOOP;
  const hasLoopWord = cells.some(({ text }) => LOOP_WORDS.has(text));
  const open = findOpen(cells, hasLoopWord);
  return open ? questionOf(open) : hasLoopWord ? LOOP : COUNTS;
}

/** The first number that shows that there are two readings. Loop writes 1, 2 and 3 as words where it writes words. */
function findOpen(cells: readonly WrittenCell[], hasLoopWord: boolean): WrittenCell | undefined {
  const find = (isOpen: (value: number) => boolean) => cells.find(({ text }) => isOpen(wholeNumber(text) ?? 0));
  if (hasLoopWord) return find((value) => value >= 1 && value <= 3);
  return find((value) => value === 1) ? find((value) => value > 1) : find((value) => value === 3);
}

const LOOP_MEANINGS: Readonly<Record<number, string>> = {
  1: "Loop's sign for not done",
  2: "Loop's sign for done",
  3: "Loop's sign for skipped",
};

function questionOf({ line, text }: WrittenCell): FaultAt {
  const meaning = LOOP_MEANINGS[Number(text)] ?? "an amount from Loop";
  return { line, fault: `'${text}' could be a count or ${meaning}`, remedy: "numbers" };
}
