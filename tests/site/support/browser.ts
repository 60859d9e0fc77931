import { vi } from "vitest";

export function useBrowser({ isFull = false } = {}) {
  const held = new Set<{ name: string }>();
  const heldAtNote: number[] = [];
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  const storage: Record<string, unknown> = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(storage, {
    getItem: method((name: string) => storage[name] ?? null),
    setItem: method((name: string, text: string) => {
      if (isFull) throw new Error("QuotaExceededError");
      heldAtNote.push(held.size);
      storage[name] = text;
    }),
    removeItem: method((name: string) => delete storage[name]),
  });
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("navigator", {
    locks: {
      async request(name: string, work: () => Promise<unknown>) {
        const lock = { name };
        held.add(lock);
        return work().finally(() => held.delete(lock));
      },
      // The browser answers asynchronously, from another process.
      query: () => new Promise((resolve) => setImmediate(() => resolve({ held: [...held], pending: [] }))),
    },
  });
  return {
    storage,
    killTabs: () => held.clear(),
    held: () => held.size,
    /** How many locks were held at the last write to the storage. */
    heldAtNote: () => heldAtNote,
    transit: (type: "pagehide" | "pageshow") =>
      window.dispatchEvent(Object.assign(new Event(type), { persisted: true })),
  };
}
