import type { Wait } from "@dailyleet/client";

export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Settles as `work`, or rejects with `onTimeout()` when that takes longer than `ms`. */
export function within<T>(ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
