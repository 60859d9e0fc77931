/** Returns a function that calls `make` at its first call, and returns the same value from then on. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Looks up an own property only: an untrusted key may have the name of an inherited property. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The `code` of an error, such as ENOENT; "" if it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

/**
 * Milliseconds to wait after `failures` in a row: 50 to 100 % (random) of a delay that doubles from `firstMs` to
 * `lastMs`.
 */
export function backOff(failures: number, { firstMs, lastMs = Number.POSITIVE_INFINITY, random }: BackOff): number {
  return Math.min(lastMs, firstMs * 2 ** (failures - 1)) * (0.5 + random() / 2);
}

interface BackOff {
  readonly firstMs: number;
  readonly lastMs?: number;
  /** From 0 to below 1. */
  readonly random: () => number;
}
