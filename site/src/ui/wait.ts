import type { Wait } from "@dailyleet/client";

const QUIET_MS = 1_000;

export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A tab in the background paints nothing.
    setTimeout(resolve, 1_000);
  });
}

/** Resolves when the current DOM has been painted. Waits two frames: the next may still show the previous DOM. */
export const whenDrawn = (): Promise<void> => nextPaint().then(nextPaint);

/** Resolves a second later, when the page is idle: for work that can wait. */
export const whenQuiet = (): Promise<void> => wait(QUIET_MS).then(whenIdle);

/** Resolves when the page is idle, or after a second of work. */
export async function whenIdle(): Promise<void> {
  if (!globalThis.requestIdleCallback) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET_MS }));
}

const listening = new AbortController();
const earlyKeys: KeyboardEvent[] = [];

/** As `whenIdle`, but at once when a key is pressed. Notes the keys until `takeEarlyKeys`. */
export function whenIdleOrKey(): Promise<unknown> {
  return new Promise((resolve) => {
    void whenIdle().then(resolve);
    addEventListener("keydown", (event) => resolve(earlyKeys.push(event)), { signal: listening.signal });
  });
}

/** Stops noting keys. Returns the noted ones, once for each part that waited; the second call returns none. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  listening.abort();
  return earlyKeys.splice(0);
}

/** Settles as `work`, or rejects with `onTimeout()` if `work` takes longer than `ms`. */
export function within<T>(ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Calls back after `ms`. Returns a function that cancels this. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
