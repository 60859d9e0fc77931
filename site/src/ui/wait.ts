import type { Wait } from "@dailyleet/client";

const QUIET_MS = 1_000;

export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves after the next paint. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A tab in the background paints nothing.
    setTimeout(resolve, 1_000);
  });
}

/** Resolves when the current DOM has been painted; the next frame may still show the one before. */
export const drawn = (): Promise<void> => firstPaint().then(firstPaint);

/** Resolves a second later, when the page is idle: for work that can wait. */
export const quiet = (): Promise<void> => wait(QUIET_MS).then(idle);

/** Resolves when the page is idle, or after a second of work. */
export async function idle(): Promise<void> {
  if (!globalThis.requestIdleCallback) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET_MS }));
}

/** The key that was pressed last before the shortcuts were there: they take it up. */
export const early: { key?: KeyboardEvent } = {};

/** As `idle`, but at once when a key is pressed. */
export function idleOrKey(): Promise<unknown> {
  return new Promise((resolve) => {
    void idle().then(resolve);
    addEventListener("keydown", (event) => {
      early.key = event;
      resolve(event);
    });
  });
}

/** Settles as `work`, or rejects with `onTimeout()` when that takes longer than `ms`. */
export function within<T>(ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Calls back after `ms`; the function returned cancels it. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
