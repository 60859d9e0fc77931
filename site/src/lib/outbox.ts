import type { Outbox } from "@dailyleet/core";
import { indexedDbOutbox } from "./indexedDbOutbox.ts";

/**
 * The browser's outbox. Where the browser keeps no data, or from the moment when it stops to, changes are kept in
 * memory; that part is loaded when it is needed, and `onFailure` is called.
 */
export function createOutbox(onFailure: () => void): Outbox {
  let outbox = indexedDbOutbox;

  const attempt = async <T>(work: (outbox: Outbox) => Promise<T>): Promise<T> => {
    const tried = outbox;
    try {
      return await work(tried);
    } catch (error) {
      if (tried !== indexedDbOutbox) throw error;
      onFailure();
      const { createSafeOutbox } = await import("./safeOutbox.ts");
      if (outbox === tried) outbox = createSafeOutbox(indexedDbOutbox, onFailure);
      return work(outbox);
    }
  };

  return {
    put: (...args) => attempt((to) => to.put(...args)),
    list: (...args) => attempt((to) => to.list(...args)),
    acknowledge: (...args) => attempt((to) => to.acknowledge(...args)),
    markUnanswered: (...args) => attempt((to) => to.markUnanswered(...args)),
    refuse: (...args) => attempt((to) => to.refuse(...args)),
  };
}
