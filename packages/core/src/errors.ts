/** The failures that a person can meet. Scripts may rely on them. */
export type ErrorCode =
  /** An argument, option or date that is not allowed. */
  | "usage"
  /** A configuration key or value that is not allowed. */
  | "bad-config"
  /** A file given to `import` has a mistake. */
  | "bad-import"
  /** A file given to `import` is of an unknown kind. */
  | "not-an-export"
  /** The spreadsheet's answer is not a sheet. */
  | "bad-sheet"
  /** Nobody is signed in, or the sign-in has ended. */
  | "signin-needed"
  /** A sign-in was refused. */
  | "signin-failed"
  /** Data directory or database cannot be read or written. */
  | "storage"
  /** The database file is damaged, or another program's. */
  | "not-a-database"
  /** The database was written by a newer version of the program. */
  | "newer-database"
  /** Another program holds a port, a lock or the database. */
  | "busy"
  /** The document has changed since it was read; read it again and repeat. */
  | "conflict"
  /** The server understood and refused for good; sending again cannot help. */
  | "refused"
  /** No answer, or an answer that may be different next time. */
  | "unavailable"
  /** The server needs the site's owner to act, or a quota to be renewed; the message says which. */
  | "site-fault"
  /** Ctrl-C. */
  | "interrupted";

/** The message is one sentence without a secret. It ends with what to do next, or with the link of a guide. */
export class DailyleetError extends Error {
  override readonly name = "DailyleetError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

const EXIT_CODES: Partial<Record<ErrorCode, number>> = { usage: 2, "signin-needed": 4, interrupted: 130 };

/** The command line's: 1 failed, 2 wrong usage, 4 sign-in needed, 130 interrupted. */
export function exitCodeOf({ code }: DailyleetError): number {
  return EXIT_CODES[code] ?? 1;
}

/** The errors of a code. Codes without a function here have one place that makes their errors. */
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

/** The value that `read` returns; `other` where it throws a `DailyleetError`. */
export function orElse<T>(other: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isDailyleetError(error)) return other;
    throw error;
  }
}
