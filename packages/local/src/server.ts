import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  codeOf,
  contentSecurityPolicy,
  DailyleetError,
  type ErrorCode,
  hasCode,
  SHEET_FILE,
  type Sheet,
  type SiteConfig,
} from "@dailyleet/core";
import { createFirestoreRoutes, type TokenContext, uidOf } from "./firestore.ts";
import {
  type Answer,
  type Area,
  createListener,
  errorAnswer,
  type Handler,
  json,
  type Request,
  refuse,
} from "./http/messages.ts";
import { createStaticFiles } from "./http/staticFiles.ts";
import { createIdentityRoutes, createTokenSigner, type IdentityContext, tokenSecret } from "./identity.ts";
import { createSigninRoutes } from "./signin/routes.ts";
import type { Database } from "./storage/database/connection.ts";

export interface ServerOptions {
  readonly database: Database;
  /** The built site; must have an `index.html`. */
  readonly siteDirectory: string;
  /** 0 picks a free one. */
  readonly port: number;
  /**
   * Called for each request that needs it. Served as `/dailyleet.json` with `"local": true`. Must name no Firebase
   * project: the page would send that project's tokens here.
   */
  readonly config: () => SiteConfig;
  /** Reads the file of questions that `config().sheet` names; called at each request. Throws `bad-sheet`. */
  readonly readQuestions?: (sheet: string) => Sheet;
  readonly sites?: {
    /** Answers `POST /fetch`, for the person of the request's token if it has one. */
    readonly fetch: (uid: string | null) => Promise<object>;
    /** Answers `GET /problems`, for the same person. */
    readonly problems: (uid: string | null) => Promise<object>;
  };
  /** For the person of the request's token. */
  readonly backups?: {
    /** Answers `GET /backups`. */
    readonly list: (uid: string) => Promise<object>;
    /** Answers `GET /backups/ID`; null if there is no such backup. */
    readonly read: (uid: string, id: string) => Promise<object | null>;
  };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Trusts another identity provider besides the sign-in window; see `IdentityContext`. */
  readonly trustCredential?: IdentityContext["trustCredential"];
  /** Tried before the server's own routes; the same checks guard them. */
  readonly areas?: readonly Area[];
  /** The page's notice about the database; null for none. */
  readonly notice?: () => string | null;
  /** Called soon after each request that changed the database. */
  readonly onWrite?: () => void;
  /** Called for each failure that is a fault of the program. */
  readonly onError?: (error: unknown) => void;
}

export type { Answer, Area, Handler, Request } from "./http/messages.ts";

export interface RunningServer {
  /** 'http://localhost:4747' */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends the open connections. The database stays open. */
  close(): Promise<void>;
}

/**
 * Serves the site, this computer's documents and the sign-in on the loopback addresses. Rejects with `busy` for a taken
 * port and with `storage` if the site is missing.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { onError = console.error } = options;
  const { port, close } = await listenOnLoopback(options.port, createListener(createHandler(options), onError));
  return { url: `http://localhost:${port}`, port, close };
}

function createHandler(options: ServerOptions): Handler {
  const { database, config, now = Date.now, trustCredential, onWrite, notice = () => null } = options;
  const tokens = createTokenSigner(tokenSecret(database), now);
  // The page sends what is meant for Google's services here: the paths begin as their addresses do.
  const areas: readonly Area[] = [
    ...(options.areas ?? []),
    [/^\/v1\//, { POST: createFirestoreRoutes({ database, tokens, now }) }],
    [
      /^\/(identitytoolkit|securetoken)\.googleapis\.com\//,
      { POST: createIdentityRoutes({ database, tokens, now, trustCredential }) },
    ],
    ...createSigninRoutes({ database, tokens }),
    [/^\/changes$/, { GET: () => json({ ...changesOf(database), notice: notice() }) }],
    [/^\/dailyleet\.json$/, { GET: () => json(servedConfig(options)) }],
    ...(options.sites ? siteAreas(options.sites, { database, tokens }) : []),
    ...(options.backups ? backupAreas(options.backups, { database, tokens }) : []),
    [/^\/sheet\.json$/, { GET: () => questionsAnswer(options) }],
    [/^\//, { GET: createStaticFiles(options.siteDirectory, () => contentSecurityPolicy(config())) }],
  ];
  let written = changesOf(database).own;
  return async (request) => {
    const answer = await answerFrom(areas, request);
    const { own } = request.method === "GET" ? { own: written } : changesOf(database);
    if (own !== written && onWrite) setImmediate(onWrite);
    written = own;
    return answer;
  };
}

function siteAreas({ fetch, problems }: NonNullable<ServerOptions["sites"]>, tokens: TokenContext): Area[] {
  const answerFor =
    (answer: (uid: string | null) => Promise<object>): Handler =>
    async (request) => {
      const uid = request.headers.authorization === undefined ? null : uidOf(tokens, request);
      return answerOrRefuse(["usage", "bad-config"], () => answer(uid));
    };
  return [
    [/^\/fetch$/, { POST: answerFor(fetch) }],
    [/^\/problems$/, { GET: answerFor(problems) }],
  ];
}

function backupAreas({ list, read }: NonNullable<ServerOptions["backups"]>, tokens: TokenContext): Area[] {
  const answerFor = (answer: (uid: string, id: string) => Promise<object | null>): Record<"GET", Handler> => ({
    GET: (request) => {
      const uid = uidOf(tokens, request);
      const id = request.path.slice(BACKUP.length);
      return answerOrRefuse(["usage", "bad-import", "not-an-export"], async () => {
        return (await answer(uid, id)) ?? refuse("NOT_FOUND", "This backup is gone; open the list again.");
      });
    },
  });
  return [
    [/^\/backups$/, answerFor(list)],
    [/^\/backups\/\w+$/, answerFor(read)],
  ];
}

const BACKUP = "/backups/";

/** The configuration without the paths of the questions' file and the backups, which the page doesn't need. */
function servedConfig(options: ServerOptions): SiteConfig {
  const { backups: _, ...config } = options.config();
  const sheet = sheetFile(options) !== null && { sheet: SHEET };
  return { ...config, ...sheet, local: true };
}

/** Where the page finds the questions of a file. */
const SHEET = "/sheet.json";

/** The file of questions that the configuration names; null without one. */
function sheetFile({ config, readQuestions }: ServerOptions): string | null {
  const { sheet = "" } = config();
  return readQuestions && SHEET_FILE.test(sheet) ? sheet : null;
}

async function questionsAnswer(options: ServerOptions): Promise<Answer> {
  const file = sheetFile(options);
  const { readQuestions } = options;
  if (file === null || !readQuestions) return { status: 404 };
  return answerOrRefuse(["bad-sheet"], () => readQuestions(file));
}

/** The result of `work` as JSON; a refusal for an error with one of these codes. */
async function answerOrRefuse(codes: readonly ErrorCode[], work: () => unknown): Promise<Answer> {
  try {
    return json(await work());
  } catch (error) {
    if (hasCode(error, ...codes)) return errorAnswer("INVALID_ARGUMENT", error.message);
    throw error;
  }
}

/**
 * `others` changes with each write through another connection, such as the terminal's; `own` with each write through
 * this one.
 */
function changesOf(database: Database): { readonly others: number; readonly own: number } {
  const sql = "SELECT data_version AS others, total_changes() AS own FROM pragma_data_version";
  return database.get(sql) ?? { others: 0, own: 0 };
}

/** The first area that matches the path answers. Another method gets 405 with the allowed ones (RFC 9110, 15.5.6). */
function answerFrom(areas: readonly Area[], request: Request): Answer | Promise<Answer> {
  const [, handlers = {}] = areas.find(([path]) => path.test(request.path)) ?? [];
  const handle = handlers[request.method as keyof typeof handlers];
  if (handle) return handle(request);
  const allowed = Object.keys(handlers).map((method) => (method === "GET" ? "GET, HEAD" : method));
  const answer = errorAnswer("INVALID_ARGUMENT", `This address takes ${allowed.join(", ")} only.`, 405);
  return { ...answer, headers: { ...answer.headers, Allow: allowed.join(", ") } };
}

/** Limits for slow and silent clients. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
};
const MAX_CONNECTIONS = 200;

/** How long answers may take to finish when the server stops. */
const GRACE_MS = 500;
const ATTEMPTS = 20;

type Listening = Omit<RunningServer, "url">;

/**
 * Listens on the same port of 127.0.0.1 and, if available, of [::1]: a browser may use either for `localhost`, so no other
 * program may hold one of them. `port` 0 picks a port that is free on both. Rejects with `busy` for a taken port.
 */
async function listenOnLoopback(port: number, listener: RequestListener): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenOnBoth(port, listener);
    } catch (error) {
      if (port !== 0 || codeOf(error) !== "EADDRINUSE" || attempt === ATTEMPTS) throw portError(error, port);
    }
  }
}

async function listenOnBoth(port: number, listener: RequestListener): Promise<Listening> {
  const first = await listen("127.0.0.1", port, listener);
  const chosen = (first.address() as AddressInfo).port;
  try {
    const second = await listen("::1", chosen, listener).catch(ifMissing);
    const servers = second ? [first, second] : [first];
    return { port: chosen, close: async () => void (await Promise.all(servers.map(stop))) };
  } catch (error) {
    await stop(first);
    throw error;
  }
}

/** Null on a computer without IPv6. */
function ifMissing(error: unknown): null {
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(codeOf(error))) return null;
  throw error;
}

async function listen(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(LIMITS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  // A failed connection does not end the server.
  server.on("error", () => {});
  await once(server.listen({ host, port }), "listening");
  return server;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(hurry);
      resolve();
    });
  });
}

function portError(cause: unknown, port: number): unknown {
  const fault = PORT_FAULTS[codeOf(cause)];
  return fault === undefined ? cause : new DailyleetError("busy", `Port ${port} ${fault}`, { cause });
}

const PORT_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use; give another with --port (0 picks a free one).",
  EACCES: "may not be used; give one above 1023 with --port.",
};
