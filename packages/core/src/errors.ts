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

/** Exit codes of the command line: 1 failed, 2 wrong usage, 4 sign-in needed, 130 interrupted. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  usage: 2,
  "signin-needed": 4,
  interrupted: 130,
};

/** The message is one sentence that ends with what to do next, and contains no secret. */
export class DailyleetError extends Error {
  override readonly name = "DailyleetError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  get exitCode(): number {
    return EXIT_CODES[this.code] ?? 1;
  }
}

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
