import type { Lock, PeerMessage, Peers } from "@dailyleet/core";

/** The ports of the tabs of one browser. Each message reaches the other tabs at once. */
export function createTabs(): () => Peers {
  const listeners = new Set<(message: PeerMessage) => void>();
  return () => {
    let own: ((message: PeerMessage) => void) | null = null;
    return {
      broadcast: (message) => {
        for (const listener of listeners) if (listener !== own) listener(message);
      },
      onMessage(listener) {
        own = listener;
        listeners.add(listener);
      },
      close: () => {},
    };
  };
}

/** A lock that runs its tasks one by one. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => {});
    return own;
  };
}
