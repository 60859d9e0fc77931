import { CLOUD_POLICY, type Config, createSchedule, LOCAL_POLICY, type Outcome } from "@dailyleet/core";
import { KEPT_PERSON, keep } from "../lib/kept.ts";
import { report } from "../lib/report.ts";
import { alone, joinTabs, type TabMessage } from "../lib/tabs.ts";
import { after } from "../lib/wait.ts";
import { exchange, noteDocument } from "./exchange.ts";
import { showKeptYear } from "./keptYear.ts";
import { $line, type Line, outbox } from "./line.ts";
import { keepFresh } from "./refresh.ts";
import { openTickStore } from "./session.ts";
import { noteSync, resetSync } from "./status.ts";
import { $isRead, addPending, clearTicks, setPending } from "./ticks.ts";

let over = new AbortController();

/** Shows the person's ticks, first as they were kept, and stays in touch with the server and the other tabs. */
export function connect(config: Config, uid: string): void {
  disconnect();
  over = new AbortController();
  const shown = showKept(uid, over.signal);
  const policy = config.local ? LOCAL_POLICY : CLOUD_POLICY;
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
      ...(policy.pace && { pace: policy.pace }),
    }),
    gone: over.signal,
    known: null,
    isReadDue: true,
    isRetryDue: true,
  };
  $line.set(line);
  void keep(KEPT_PERSON, uid);
  keepFresh(line, policy);
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
  noteSync("stored");
}

async function showKept(uid: string, gone: AbortSignal): Promise<void> {
  const [pending] = await Promise.all([outbox.list(uid), showKeptYear(uid, gone)]);
  if (gone.aborted) return;
  setPending(pending);
  $isRead.set(true);
}

const momentOf = ({ version }: { readonly version: string | null }) => Date.parse(version ?? "");
const now = () => performance.now();
