/** Texts that this browser keeps and can read at once, for the first frame; null and no effect where it keeps no data. */
export function readCopy(name: string): string | null {
  return attempt(() => localStorage.getItem(name));
}

export function keepCopy(name: string, text: string): void {
  attempt(() => localStorage.setItem(name, text));
}

export function forgetCopy(name: string): void {
  attempt(() => localStorage.removeItem(name));
}

/** The names of what is kept that begin with `prefix`. */
export function copyNames(prefix: string): string[] {
  return (attempt(() => Object.keys(localStorage)) ?? []).filter((name) => name.startsWith(prefix));
}

/** What a copy holds; null where it holds none or is damaged. */
export function parseCopy(name: string): unknown {
  const text = readCopy(name);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text of `dailyleet.json` as it was found good last. */
export const CONFIG_COPY = "dailyleet/config";
/** Who is signed in, for the begin of the next visit. */
export const PERSON_COPY = "dailyleet/person";
/** What the calendar showed last. */
export const YEAR_COPY = "dailyleet/year";

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
