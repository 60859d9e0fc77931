/**
 * Texts in `localStorage`: they can be read at once, for the first frame. Where the browser stores no data, reading gives
 * null and writing does nothing.
 */
export function readStored(name: string): string | null {
  return attempt(() => localStorage.getItem(name));
}

/** Returns whether it is stored. */
export function storeText(name: string, text: string): boolean {
  return attempt(() => localStorage.setItem(name, text) === undefined) ?? false;
}

const PROBE = "dailyleet/probe";

/** Whether the browser stores anything for this address. */
export function canStore(): boolean {
  const isStored = storeText(PROBE, "");
  removeStored(PROBE);
  return isStored;
}

export function removeStored(name: string): void {
  attempt(() => localStorage.removeItem(name));
}

/** The stored names that begin with `prefix`. */
export function storedNames(prefix: string): string[] {
  return (attempt(() => Object.keys(localStorage)) ?? []).filter((name) => name.startsWith(prefix));
}

/** Parses a stored text as JSON; null where there is none or it is damaged. */
export function parseStored(name: string): unknown {
  const text = readStored(name);
  return text === null ? null : attempt(() => JSON.parse(text));
}

/** As those, but in this tab only, through its reloads. */
export function storeTab(name: string, text: string): void {
  attempt(() => sessionStorage.setItem(name, text));
}

export function removeTab(name: string): void {
  attempt(() => sessionStorage.removeItem(name));
}

export function parseTab(name: string): unknown {
  return attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null"));
}

/** The stored one of `choices`, else the first. */
export function readChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  const stored = readStored(name);
  return choices.find((choice) => choice === stored) ?? choices[0];
}

/** The text of the last valid `dailyleet.json`. */
export const STORED_CONFIG = "dailyleet/config";
/** The person who is signed in, for the start of the next visit. */
export const STORED_PERSON = "dailyleet/person";
/** The running year, as the calendar showed it last. */
export const STORED_YEAR = "dailyleet/year";

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
