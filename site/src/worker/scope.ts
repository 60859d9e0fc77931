/**
 * What the worker uses of its surroundings. TypeScript's own types of a service worker do not go together with those
 * of a page, and one program checks both.
 */
export interface WorkerScope {
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate" | "message", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

export interface WorkerEvent extends Event {
  /** Keeps the worker running until then; an installation fails when it rejects. */
  waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends WorkerEvent {
  /** What the browser answers without starting the worker; not in every browser. */
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

/** https://w3c.github.io/ServiceWorker/#dictdef-routerrule */
export interface Route {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMode?: "navigate" };
  readonly source: "cache" | "race-network-and-fetch-handler";
}

export interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
