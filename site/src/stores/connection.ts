import { type Config, isRecord } from "@dailyleet/core";
import { KEPT_PERSON, keep, keptYear, readKept } from "../lib/kept.ts";
import { report } from "../lib/report.ts";
import { createSchedule, type Outcome, type Pace } from "../lib/schedule.ts";
import { alone, joinTabs, type TabMessage } from "../lib/tabs.ts";
import { exchange, noteDocument } from "./exchange.ts";
import { $line, type Line, outbox } from "./line.ts";
import { openTickStore } from "./session.ts";
import { noteSync, resetSync } from "./status.ts";
import { addPending, clearTicks, drawYear, hasLearnt, learnYear, setPending } from "./ticks.ts";
import { $year } from "./today.ts";

/** How often a visible page looks for other devices' ticks besides at focus: in the cloud each look costs a read. */
const REREAD_MS = { local: 60_000, cloud: 1_800_000 };
/** Firestore takes one write a second to a document for long, and bills each; the changes are safe meanwhile. */
const CLOUD_PACE: Pace = { quietMs: 3_000, burstMs: 15_000 };

let over = new AbortController();

/** Shows the person's ticks, first as they were kept, and stays in touch with the server and the other tabs. */
export function connect(config: Config, uid: string): void {
  disconnect();
  over = new AbortController();
  const shown = showKept(uid, over.signal);
  const line: Line = {
    uid,
    outbox,
    store: openTickStore(config, uid),
    tabs: joinTabs(uid, (message) => hear(line, message)),
    schedule: createSchedule({
      run: () => shown.then(() => run(line)),
      after,
      now,
      random: Math.random,
      ...(!config.local && { pace: CLOUD_PACE }),
    }),
    gone: over.signal,
    known: null,
    isReadDue: true,
    isRetryDue: true,
  };
  $line.set(line);
  void keep(KEPT_PERSON, uid);
  listen(line, config.local ? REREAD_MS.local : REREAD_MS.cloud);
  line.schedule.now();
}

/** The person is gone: nothing of theirs stays in memory. What was not sent stays in the outbox. */
export function disconnect(): void {
  over.abort();
  $line.set(null);
  clearTicks();
  resetSync();
}

async function run(line: Line): Promise<Outcome> {
  const { isReadDue } = line;
  line.isReadDue = false;
  const outcome = await alone(line.uid, () => exchange(line, isReadDue)).catch((error): Outcome => {
    report("Error saving tick", error);
    return "retry";
  });
  if (outcome === "retry") line.isReadDue ||= isReadDue;
  return outcome;
}

function listen(line: Line, rereadMs: number): void {
  const { schedule, tabs, gone } = line;
  const refresh = () => {
    line.isReadDue = true;
    schedule.now();
  };
  const onVisibility = () => (document.hidden ? schedule.now() : refresh());
  window.addEventListener("online", refresh, { signal: gone });
  window.addEventListener("focus", refresh, { signal: gone });
  document.addEventListener("visibilitychange", onVisibility, { signal: gone });
  const timer = setInterval(() => document.hidden || refresh(), rereadMs);
  const unbind = $year.listen(() => {
    drawYear();
    // A hidden page waits until it is seen: at New Year not all of them ask at once.
    void showKeptYear(line.uid, gone).then(() => document.hidden || refresh());
  });
  gone.addEventListener("abort", () => {
    clearInterval(timer);
    unbind();
    schedule.stop();
    tabs.close();
  });
}

async function hear(line: Line, message: TabMessage): Promise<void> {
  if (message.kind === "changed") {
    addPending(message.changes);
    line.schedule.soon();
    return;
  }
  const { document } = message;
  const isLate = line.known?.path === document.path && momentOf(document) < momentOf(line.known);
  if (!isLate) noteDocument(line, document);
  const pending = await outbox.list(line.uid);
  if (line.gone.aborted) return;
  setPending(pending);
  noteSync({ hasSaved: true });
}

async function showKept(uid: string, gone: AbortSignal): Promise<void> {
  await showKeptYear(uid, gone);
  const pending = await outbox.list(uid);
  if (!gone.aborted) setPending(pending);
}

async function showKeptYear(uid: string, gone: AbortSignal): Promise<void> {
  const year = $year.get();
  if (year === null || hasLearnt(year)) return;
  const fields = await readKept(keptYear(uid, year));
  if (!gone.aborted && isRecord(fields) && !hasLearnt(year)) learnYear(year, fields);
}

const momentOf = ({ version }: { readonly version: string | null }) => Date.parse(version ?? "");
const now = () => performance.now();

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
