/** Stable codes of the failures that a person can meet. Scripts may rely on them. */
export type ErrorCode =
  /** An argument, option or date that is not allowed. */
  | "usage"
  /** A configuration key or value that is not allowed. */
  | "bad-config"
  /** A file given to `import` has a mistake. */
  | "bad-import"
  /** A file given to `import` is of an unknown kind. */
  | "not-an-export"
  /** A question sheet, online or on this computer, is missing or unreadable. */
  | "bad-sheet"
  /** Nobody is signed in, or the sign-in has expired. */
  | "signin-needed"
  /** A sign-in was refused. */
  | "signin-failed"
  /** The data directory, the database or another file cannot be read or written. */
  | "storage"
  /** The database file is damaged, or belongs to another program. */
  | "not-a-database"
  /** The database was written by a newer version of the program. */
  | "newer-database"
  /** Another program holds a port, a lock or the database. */
  | "busy"
  /** The document changed after it was read; reread it and repeat. */
  | "conflict"
  /** The server understood the request and refused it for good; sending it again cannot help. */
  | "refused"
  /** The server did not answer, or may answer differently next time. */
  | "unavailable"
  /** The site's owner must act, or a quota must be renewed; the message says which. */
  | "site-fault"
  /** Ctrl-C. */
  | "interrupted";

/** The message is one sentence without secrets. It ends with what to do next, or with a link to a guide. */
export class DailyleetError extends Error {
  override readonly name = "DailyleetError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

const EXIT_CODES: Partial<Record<ErrorCode, number>> = { usage: 2, "signin-needed": 4, interrupted: 130 };

/** The exit code of the command line: 1 failed, 2 wrong usage, 4 sign-in needed, 130 interrupted. */
export function exitCodeOf({ code }: DailyleetError): number {
  return EXIT_CODES[code] ?? 1;
}

/** Returns a factory of errors with this code. */
const errorOf = (code: ErrorCode) => (message: string, cause?: unknown) =>
  new DailyleetError(code, message, cause ? { cause } : {});

export const usageError = errorOf("usage");
export const configError = errorOf("bad-config");
export const importError = errorOf("bad-import");
export const sheetError = errorOf("bad-sheet");
export const signInNeeded = errorOf("signin-needed");
export const signInFailed = errorOf("signin-failed");
export const storageError = errorOf("storage");
export const conflictError = errorOf("conflict");
export const refusedError = errorOf("refused");
export const unavailableError = errorOf("unavailable");
export const interruptedError = errorOf("interrupted");

/** Compares the name: each bundle of the command line has its own copy of the class, so `instanceof` fails. */
export function isDailyleetError(error: unknown): error is DailyleetError {
  return error instanceof Error && error.name === "DailyleetError";
}

export function hasCode(error: unknown, ...codes: ErrorCode[]): error is DailyleetError {
  return isDailyleetError(error) && codes.includes(error.code);
}

/** The value that `read` returns; `other` if it throws a `DailyleetError`. */
export function orElse<T>(other: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isDailyleetError(error)) return other;
    throw error;
  }
}
