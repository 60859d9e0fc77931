/** Calls `make` once, at the first call, and returns its value from then on. */
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

/** The value of an own key: a key from outside may have the name of an inherited property. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The `code` of an error, such as ENOENT; "" where it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

/** Milliseconds to wait after `failures` in a row: a random half to whole of a delay that doubles up to `lastMs`. */
export function backOff(failures: number, { firstMs, lastMs = Number.POSITIVE_INFINITY, random }: BackOff): number {
  return Math.min(lastMs, firstMs * 2 ** (failures - 1)) * (0.5 + random() / 2);
}

interface BackOff {
  readonly firstMs: number;
  readonly lastMs?: number;
  /** From 0 to below 1. */
  readonly random: () => number;
}
