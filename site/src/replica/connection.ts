import {
  CLOUD_POLICY,
  configFor,
  keepFresh,
  LOCAL_POLICY,
  NO_SETTINGS,
  NO_TICKS,
  type PersonSettings,
  packYear,
  type Replica,
  type SiteConfig,
  type SyncPolicy,
  type TableId,
  type Ticks,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { endSession } from "../session/session.ts";
import { $config, $siteConfig } from "../session/setup.ts";
import { createLocalProbe } from "../view/localProbe.ts";
import { $sync, NOTHING_TO_SAY } from "../view/status.ts";
import { $today, $year } from "../view/today.ts";
import { PERSON_KEY, writeCached } from "./indexedDb.ts";
import { openPersonStore, openReplica, storeShownLast, timing } from "./openReplica.ts";

/** The replica of the person who is signed in. */
export interface Connection {
  readonly uid: string;
  readonly replica: Replica;
  readonly policy: SyncPolicy;
  /** Aborts when the person signs out or another connection begins. */
  readonly signal: AbortSignal;
}

export const $connection = atom<Connection | null>(null);

/** The ticks of the shown year: the server's, overlaid with the person's unsent changes. */
export const $ticks = atom<Ticks>(NO_TICKS);
/** The same ticks packed by `packYear`: a month compares its days as text. */
export const $days = atom(packYear(NO_TICKS));
/** Whether the shown year is known: 'untried' and 'not yet known' look different. */
export const $isKnown = atom(false);
/** Whether the browser's own data has been read: the calendar stays hidden until then. */
export const $isRead = atom(false);
/** Tables in view besides the shown year; a refresh reads them as well. */
export const watchedTables = new Set<TableId>(["settings"]);

let over = new AbortController();

/** Shows the person's ticks, first the stored ones, and syncs with the server and the other tabs. */
export function connectPerson(config: SiteConfig, uid: string): void {
  disconnect();
  over = new AbortController();
  const policy = config.local ? LOCAL_POLICY : CLOUD_POLICY;
  const replica = openReplica(openPersonStore(config, uid), policy);
  $connection.set({ uid, replica, policy, signal: over.signal });
  const ends = [showSettings(uid, replica), showReplica(uid, replica)];
  over.signal.addEventListener("abort", () => {
    replica.close();
    for (const end of ends) end();
  });
  keepPageFresh(replica, policy, config.local === true, over.signal);
  holdUnsaved(replica, over.signal);
  void writeCached(PERSON_KEY, uid);
}

/** Removes the person's data from memory. Unsent changes stay in the outbox. */
export function disconnect(): void {
  $connection.set(null);
  over.abort();
}

/** Copies the replica's state to the atoms that components read. Returns a function that stops it. */
export function showReplica(uid: string, replica: Replica): () => void {
  let isOver = false;
  let unsubscribe = () => {};
  const showYear = (year: number) => {
    const { cells, status } = replica.year(year);
    showTicks(cells);
    $isKnown.set(status === "known");
    // For the next visit's first frame.
    if (status === "known" && year === runningYear()) storeShownLast(uid, { year, ticks: $days.get() });
  };
  const showStatus = () => {
    $sync.set(replica.status());
    if (replica.status().server === "signin-needed") endSession();
  };
  const unbind = $year.subscribe((year) => {
    unsubscribe();
    if (year === null) return;
    const loaded = replica.load([year]);
    showYear(year);
    unsubscribe = replica.subscribe(year, () => showYear(year));
    if ($isKnown.get()) $isRead.set(true);
    void loaded.then(() => isOver || $isRead.set(true));
  });
  const ends = [unbind, () => unsubscribe(), replica.subscribe("status", showStatus)];
  return () => {
    isOver = true;
    for (const end of ends) end();
    showTicks(NO_TICKS);
    $isKnown.set(false);
    $isRead.set(false);
    $sync.set(NOTHING_TO_SAY);
  };
}

/** Keeps `$config` in step with `$siteConfig` and the person's settings. Returns a function that stops it. */
export function showSettings(uid: string, replica: Replica): () => void {
  let shown: PersonSettings | null = null;
  const show = () => {
    const { cells, status } = replica.settings();
    // Skip equal settings: a new configuration renders the calendar again.
    if (cells !== shown) $config.set(configFor($siteConfig.get(), cells));
    shown = cells;
    if (status === "known") storeShownLast(uid, { settings: cells });
  };
  const showSite = () => {
    shown = null;
    show();
  };
  void replica.load(["settings"]);
  show();
  const ends = [replica.subscribe("settings", show), $siteConfig.listen(showSite)];
  return () => {
    for (const end of ends) end();
    $config.set(configFor($siteConfig.get(), NO_SETTINGS));
  };
}

/** Refreshes the replica on focus, on network changes and in another year, until `over` aborts. */
function keepPageFresh(replica: Replica, policy: SyncPolicy, isLocal: boolean, over: AbortSignal): void {
  const hasNews = isLocal ? createLocalProbe() : null;
  void hasNews?.();
  const freshness = keepFresh({
    replica,
    policy,
    timing,
    clock: Date.now,
    watched: () => [$year.get() ?? runningYear(), ...watchedTables],
    ...(hasNews && { hasNews }),
  });
  const seeOrHide = () => (document.hidden ? freshness.hidden() : freshness.seen());
  for (const type of ["online", "offline"]) window.addEventListener(type, freshness.networkChanged, { signal: over });
  window.addEventListener("focus", freshness.seen, { signal: over });
  document.addEventListener("visibilitychange", seeOrHide, { signal: over });
  window.addEventListener("pagehide", replica.sendOnExit, { signal: over });
  if (document.hidden) freshness.hidden();
  let running = runningYear();
  const unbind = $year.listen((year) => {
    const isNewYear = year === runningYear() && year !== running;
    running = runningYear();
    if (isNewYear) freshness.yearBegan();
    else void freshness.yearChosen();
  });
  over.addEventListener("abort", () => {
    unbind();
    freshness.stop();
  });
}

/** Makes the browser ask before it closes a page with changes in memory only. */
function holdUnsaved(replica: Replica, over: AbortSignal): void {
  const ask = (event: Event) => event.preventDefault();
  // Listen only when needed: Firefox's back/forward cache takes no page with this listener.
  const show = () => {
    const { isInMemory, waiting, refused } = replica.status();
    if (isInMemory && waiting + refused > 0) window.addEventListener("beforeunload", ask, { signal: over });
    else window.removeEventListener("beforeunload", ask);
  };
  const unbind = replica.subscribe("status", show);
  over.addEventListener("abort", unbind);
}

const runningYear = () => $today.get()?.year ?? Number.NaN;

function showTicks(ticks: Ticks): void {
  $ticks.set(ticks);
  $days.set(packYear(ticks));
}
