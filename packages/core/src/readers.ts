import { isRecord, own } from "./basics.ts";

/** Composable typed readers of untrusted values: `list(objectWith({ name: text }))`. */

/** Returns the value as a `T`, or throws `Unreadable`. */
export type Read<T> = (value: unknown) => T;

type Path = readonly (string | number)[];

/** A value or a key that is not allowed. Each caller words its own message. */
export class Unreadable extends Error {
  /** Undefined for a missing value and for a key. */
  readonly found: unknown;
  /** What is allowed: 'a text'. */
  readonly wanted: string;
  /** The keys and list indexes that lead to the value, or to the key that is not allowed. */
  readonly path: Path;
  readonly isKey: boolean;

  constructor(found: unknown, wanted: string, path: Path = [], isKey = false) {
    super(`not ${wanted}`);
    this.found = found;
    this.wanted = wanted;
    this.path = path;
    this.isKey = isKey;
  }
}

/** The value, or why it is unreadable. */
export function tryRead<T>(read: Read<T>, value: unknown): T | Unreadable {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

/** A path as in code: `result[1].title`. */
export function pathText(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

export const any: Read<unknown> = (value) => value;

export function must<T>(isAllowed: (value: unknown) => value is T, wanted: string): Read<T>;
export function must(isAllowed: (value: unknown) => boolean, wanted: string): Read<unknown>;
export function must(isAllowed: (value: unknown) => boolean, wanted: string): Read<unknown> {
  return (value) => {
    if (isAllowed(value)) return value;
    throw new Unreadable(value, wanted);
  };
}

export function textThat(isAllowed: (text: string) => boolean, wanted: string): Read<string> {
  return must((value): value is string => typeof value === "string" && isAllowed(value), wanted);
}

export function match(pattern: RegExp, wanted: string): Read<string> {
  return textThat((text) => pattern.test(text), wanted);
}

export const text = textThat(() => true, "a text");
export const filledText = match(/\S/, "a text that is not empty");
export const integer = must((value): value is number => Number.isSafeInteger(value), "a whole number");
export const truth = must((value) => typeof value === "boolean", "true or false");

export function oneOf<T>(values: readonly T[]): Read<T> {
  return must((value): value is T => values.some((each) => each === value), `one of ${values.join(", ")}`);
}

export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value) => (value === undefined ? undefined : read(value));
}

export function list<T>(item: Read<T>): Read<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new Unreadable(value, "a list");
    return value.map((each, index) => readAt(index, each, item));
  };
}

type Shape = Readonly<Record<string, Read<unknown>>>;
type RecordOf<S extends Shape> = { readonly [Key in keyof S]: ReturnType<S[Key]> };

/** Reads an object with these keys, and ignores other keys. */
export function objectWith<S extends Shape>(shape: S, wanted = "an object"): Read<RecordOf<S>> {
  return (value) => {
    if (!isRecord(value)) throw new Unreadable(value, wanted);
    const entries = Object.entries(shape).map(([key, read]) => [key, readAt(key, own(value, key), read)]);
    return Object.fromEntries(entries);
  };
}

/** Reads an object with these keys, and refuses other keys. */
export function objectWithOnly<S extends Shape>(shape: S): Read<RecordOf<S>> {
  const keys = Object.keys(shape).join(", ");
  const read = objectWith(shape, `an object with ${keys}`);
  return (value) => {
    const unknown = isRecord(value) ? Object.keys(value).find((key) => !Object.hasOwn(shape, key)) : undefined;
    if (unknown !== undefined) throw new Unreadable(undefined, keys, [unknown], true);
    return read(value);
  };
}

interface Keys {
  /** 'days' */
  readonly of: string;
  readonly isKey: (key: string) => boolean;
  /** 'a day number from 1 to 365' */
  readonly key: string;
}

/** Reads an object with any number of keys of one kind. */
export function dictionary<T>(
  { of, isKey, key: wanted }: Keys,
  item: (key: string) => Read<T>,
): Read<Record<string, T>> {
  return (value) => {
    if (!isRecord(value)) throw new Unreadable(value, `an object of ${of}`);
    const entries = Object.entries(value).map(([key, each]) => {
      if (!isKey(key)) throw new Unreadable(undefined, wanted, [key], true);
      return [key, readAt(key, each, item(key))];
    });
    return Object.fromEntries(entries);
  };
}

export function readAt<T>(key: string | number, value: unknown, read: Read<T>): T {
  const found = tryRead(read, value);
  if (!(found instanceof Unreadable)) return found;
  throw new Unreadable(found.found, found.wanted, [key, ...found.path], found.isKey);
}
