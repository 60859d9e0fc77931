import type { PendingChange, YearDocument } from "@dailyleet/core";

/** What tabs of one person tell each other. */
export type TabMessage =
  | { readonly kind: "changed"; readonly changes: readonly PendingChange[] }
  | { readonly kind: "stored"; readonly document: YearDocument };

export interface Tabs {
  tell(message: TabMessage): void;
  close(): void;
}

/** The other tabs in which `uid` is signed in. */
export function joinTabs(uid: string, onMessage: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(`dailyleet/${uid}`);
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Runs `work` while no other tab of the person does; at once where the browser has no locks. */
export function alone<T>(uid: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(`dailyleet/${uid}`, work) : work();
}
