import type { Lock, PeerMessage, Peers } from "@dailyleet/core";

/** The ports of each tab of one browser: they hear each other at once. */
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

/** One after the other. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => {});
    return own;
  };
}
