import type { Wait } from "@dailyleet/client";

const QUIET_MS = 1_000;

export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when something has been painted. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A tab in the background paints nothing.
    setTimeout(resolve, 1_000);
  });
}

/** Resolves when what was just put into the page has been painted; the first frame may be one of what was there. */
export const drawn = (): Promise<void> => firstPaint().then(firstPaint);

/** Resolves when the page has been shown for a moment and has nothing to do: time for what can wait. */
export const quiet = (): Promise<void> => wait(QUIET_MS).then(idle);

/** Resolves when the page has nothing to do, or has had something to do for long. */
export async function idle(): Promise<void> {
  if (!globalThis.requestIdleCallback) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET_MS }));
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
