/** The failures that a person can meet. Scripts may rely on them. */
export type ErrorCode =
  /** An argument, option or date that is not allowed. */
  | "usage"
  /** A configuration key or value that is not allowed. */
  | "bad-config"
  /** A file given to `import` has a mistake. */
  | "bad-import"
  /** A file given to `import` is of no kind that it reads. */
  | "not-an-export"
  /** The spreadsheet answered something that is not a sheet. */
  | "bad-sheet"
  /** Nobody is signed in, or the sign-in has ended. */
  | "signin-needed"
  /** The sign-in was tried and refused. */
  | "signin-failed"
  /** Data directory or database cannot be read or written. */
  | "storage"
  /** The database file is not one of ours. */
  | "not-a-database"
  /** The database was written by a newer version of the program. */
  | "newer-database"
  /** A port, a lock or another thing that somebody else holds. */
  | "busy"
  /** The document has changed since it was read; read it again and repeat. */
  | "conflict"
  /** The server understood and refused for good; sending again cannot help. */
  | "refused"
  /** No answer, or an answer that may be different next time. */
  | "unavailable"
  /** The server works no more until the site's owner does something, or a quota is renewed: the sentence says what. */
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

/** By its name, not `instanceof`: each bundle of the command line has its own copy of the class. */
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
