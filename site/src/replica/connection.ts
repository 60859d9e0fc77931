import { type Change, CLOUD_POLICY, type Config, LOCAL_POLICY, type Replica, type SyncPolicy } from "@dailyleet/core";
import { atom } from "nanostores";
import { $today, $year } from "../app/today.ts";
import { after } from "../ui/wait.ts";
import { PERSON_KEY, writeCached } from "./browserCache.ts";
import { storeYear } from "./documentCache.ts";
import { keepPageFresh } from "./keepPageFresh.ts";
import { openReplica } from "./openReplica.ts";
import { openPersonStore } from "./personStore.ts";
import { showReplica } from "./showReplica.ts";
import { $days, $isKnown, $ticks } from "./ticks.ts";

/** The replica of the person who is signed in. */
export interface Connection {
  readonly uid: string;
  readonly replica: Replica;
  readonly policy: SyncPolicy;
  /** Fires when the person is gone. */
  readonly signal: AbortSignal;
}

export const $connection = atom<Connection | null>(null);

const COPY_MS = 250;

let over = new AbortController();

/** Shows the person's ticks, first as they were kept, and stays in touch with the server and the other tabs. */
export function connect(config: Config, uid: string): void {
  disconnect();
  over = new AbortController();
  const policy = config.local ? LOCAL_POLICY : CLOUD_POLICY;
  const replica = openReplica(uid, openPersonStore(config, uid), policy);
  $connection.set({ uid, replica, policy, signal: over.signal });
  const hide = showReplica(replica);
  over.signal.addEventListener("abort", () => {
    replica.close();
    hide();
  });
  keepPageFresh(replica, policy, config.local === true, over.signal);
  copyRunningYear(uid, over.signal);
  void writeCached(PERSON_KEY, uid);
}

/** The person is gone: nothing of theirs stays in memory. What was not sent stays in the outbox. */
export function disconnect(): void {
  $connection.set(null);
  over.abort();
}

/** Changes of the person, as `Replica.change`. Where the durable write fails they are kept in memory, and the status says so. */
export async function submit(changes: readonly Change[]): Promise<void> {
  await $connection
    .get()
    ?.replica.change(changes)
    .catch(() => {});
}

/** Keeps what the running year shows for the first frame of the next visit, soon after each change and when the page ends. */
function copyRunningYear(uid: string, signal: AbortSignal): void {
  let cancel: (() => void) | null = null;
  const copy = () => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    const year = $year.get();
    if ($isKnown.get() && year !== null && year === $today.get()?.year) storeYear(uid, year, $days.get());
  };
  const unbind = $ticks.subscribe(() => {
    cancel ??= after(COPY_MS, copy);
  });
  window.addEventListener("pagehide", copy, { signal });
  signal.addEventListener("abort", () => {
    unbind();
    cancel?.();
    cancel = null;
  });
}
