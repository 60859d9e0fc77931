/**
 * Reads a text from `localStorage`, which answers at once, for the first frame. Where the browser stores no data, reading
 * gives null and writing does nothing.
 */
export function readStored(name: string): string | null {
  return attempt(() => localStorage.getItem(name));
}

/** Returns whether it is stored. */
export function storeText(name: string, text: string): boolean {
  return attempt(() => localStorage.setItem(name, text) === undefined) ?? false;
}

const PROBE = "dailyleet/probe";

export function canStore(): boolean {
  const isStored = storeText(PROBE, "");
  removeStored(PROBE);
  return isStored;
}

export function removeStored(name: string): void {
  attempt(() => localStorage.removeItem(name));
}

export function storedNames(prefix: string): string[] {
  return (attempt(() => Object.keys(localStorage)) ?? []).filter((name) => name.startsWith(prefix));
}

/** Parses a stored text as JSON; null where there is none or it is damaged. */
export function parseStored(name: string): unknown {
  const text = readStored(name);
  return text === null ? null : attempt(() => JSON.parse(text));
}

/** The stored choice, or the first of `choices` if none of them is stored. */
export function readChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  const stored = readStored(name);
  return choices.find((choice) => choice === stored) ?? choices[0];
}

export const STORED_CONFIG = "dailyleet/config";
export const STORED_PERSON = "dailyleet/person";
/** The person's running year and settings, as the page showed them last. */
export const STORED_LAST = "dailyleet/last";

export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
