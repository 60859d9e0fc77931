import {
  type Change,
  type CivilDate,
  CLOUD_POLICY,
  cellKey,
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  fromEpochDay,
  keepFresh,
  type Lock,
  namedPath,
  type Timing,
} from "@dailyleet/core";
import { createMemoryOutbox } from "../../tests/support/memoryOutbox.ts";
import type { Random } from "../../tests/support/random.ts";
import type { Clock } from "../../tests/support/virtualClock.ts";
import type { CountingServer } from "./countingStore.ts";
import { BURST_PAUSE, DAY, HOUR, type Person } from "./people.ts";
import type { ReadCause, Tally } from "./tally.ts";

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly server: CountingServer;
  readonly tally: Tally;
}

/** The server's shortest and longest answer, in milliseconds. */
const LATENCY: readonly [number, number] = [40, 200];
/** How often a page looks at the date. Keep it equal to `CHECK_MS` of `site/src/view/today.ts`. */
const DATE_CHECK_MS = 10_000;

export const dateOf = (moment: number, zone: number): CivilDate =>
  fromEpochDay(Math.floor((moment + zone * HOUR) / DAY));
export const midnight = (date: number, zone: number): number => date - zone * HOUR;

/** Every device has an outbox that outlives its replicas, a clock, and a network that can be away. */
function createDevice({ clock, random, server, tally }: World, { uid, zone }: Person) {
  let isOnline = true;
  let cause: ReadCause = "opening";
  let isSending = false;
  const lastClick = { ticks: Number.NEGATIVE_INFINITY, marks: Number.NEGATIVE_INFINITY };

  const travel = async () => {
    await clock.sleep(random.between(...LATENCY));
    if (!isOnline) throw new DailyleetError("unavailable", "There is no network.");
  };
  const documents = server.documents(uid);
  const network: DocumentStore = {
    async get(path) {
      await travel();
      tally.reads[path === namedPath(uid, "marks") ? "marks" : "ticks"][isSending ? "saving" : cause]++;
      return documents.get(path);
    },
    async commit(writes) {
      await travel();
      return documents.commit(writes);
    },
    list: async () => {
      throw new Error("no device of this simulation looks back over years");
    },
  };
  /** For a page: counts reads under the lock as reads to save. */
  const lock: Lock = async (work) => {
    isSending = true;
    return work().finally(() => {
      isSending = false;
    });
  };
  const timing: Timing = {
    after: (ms, callback) => clock.at(clock.now() + ms, callback),
    now: clock.now,
    random: random.next,
  };
  const today = () => dateOf(clock.now(), zone);

  return {
    parts: { store: createPersonStore(network, uid), outbox: createMemoryOutbox(), today },
    lock,
    timing,
    today,
    setOnline(value: boolean) {
      isOnline = value;
    },
    /** Sets the cause of the following reads. */
    setCause(next: ReadCause) {
      cause = next;
    },
    countClick(change: Change) {
      const kind = change.table === "marks" ? "marks" : "ticks";
      tally.clicks[kind]++;
      if (clock.now() - lastClick[kind] > BURST_PAUSE) tally.bursts[kind]++;
      lastClick[kind] = clock.now();
      tally.made.set(uid, (tally.made.get(uid) ?? new Map()).set(cellKey(change), change));
    },
  };
}

/** `dailyleet` and `dailyleet tick …`. Each run opens a new replica over the computer's outbox. */
export function createTerminal(world: World, person: Person) {
  const { parts, countClick } = createDevice(world, person);
  return {
    async run(changes: readonly Change[]) {
      world.tally.openings++;
      const replica = createReplica({ ...parts, readsFirst: true });
      for (const change of changes) countClick(change);
      await replica.change(changes);
      await replica.sync({ tables: changes.length > 0 ? [] : [parts.today().year, "marks"] });
      replica.close();
    },
  };
}

/** A page in a browser: a replica that stays fresh while the page is seen. */
export function createPage(world: World, person: Person) {
  const { clock, random, tally } = world;
  const { parts, lock, timing, today, setOnline, setCause, countClick } = createDevice(world, person);
  const policy = CLOUD_POLICY;
  const { pace } = policy;
  let open: ReturnType<typeof openPage> | null = null;
  let isSeen = false;

  /** Counts reads after a timer as looks for news. */
  const watching: Timing = {
    ...timing,
    after: (ms, callback) =>
      timing.after(ms, () => {
        setCause("watching");
        callback();
      }),
  };

  function openPage() {
    const replica = createReplica({ ...parts, lock, timing, pace });
    return {
      replica,
      freshness: keepFresh({
        replica,
        policy,
        timing: watching,
        clock: clock.now,
        watched: () => [today().year, "marks"],
      }),
    };
  }

  return {
    setOnline,
    /** The person opens the page or looks at it again. */
    visit() {
      tally.openings++;
      open ??= openPage();
      isSeen = true;
      setCause("opening");
      open.freshness.seen();
    },
    async click(change: Change) {
      if (open === null) return;
      countClick(change);
      await open.replica.change([change]);
    },
    leave(next: "closed" | "hidden") {
      if (open === null || !isSeen) return;
      isSeen = false;
      open.freshness.hidden();
      if (next === "hidden") return;
      open.freshness.stop();
      open.replica.close();
      open = null;
    },
    online() {
      setOnline(true);
      setCause("opening");
      open?.freshness.networkChanged();
    },
    /** An open page notices the new year at its next look at the date. */
    newYear() {
      clock.at(clock.now() + random.between(0, DATE_CHECK_MS), () => open?.freshness.yearBegan());
    },
  };
}
