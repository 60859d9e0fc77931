import {
  type CivilDate,
  cellKey,
  createPersonStore,
  createReplica,
  type DocumentStore,
  isDone,
  type Outbox,
  type Replica,
  type TickCell,
  type TickChange,
  type Ticks,
  tickCell,
} from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isLong } from "../support/long.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";
import { databasesInMemory } from "./support/inMemory.ts";
import { createLock, createTabs } from "./support/tabs.ts";
import { cellsAt, createNetwork, type NetworkFault } from "./support/world.ts";

/** Requests and writes that take as long as they like, while the person goes on in every order that there can be. */

const [database] = databasesInMemory(1) as [Database];

const RUNS = isLong ? 5_000 : 150;
const YEAR = 2026;
const DECEMBER: CivilDate = { year: YEAR, month: 12, day: 31 };
const JANUARY: CivilDate = { year: YEAR + 1, month: 1, day: 1 };
const CELLS = [tickCell(YEAR, 364, 1), tickCell(YEAR, 365, 2), tickCell(YEAR + 1, 1, 1)];

interface Step {
  readonly kind: "tick" | "sync" | "exit" | "deliver" | "midnight" | "disk";
  readonly tab: number;
  readonly cell: number;
  readonly done: boolean;
  /** How many of the things under way happen after it. */
  readonly progress: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant("tick" as const) },
    { weight: 5, arbitrary: fc.constant("sync" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("exit" as const, "deliver" as const, "midnight" as const, "disk" as const),
    },
  ),
  tab: fc.nat(1),
  cell: fc.nat(CELLS.length - 1),
  done: fc.boolean(),
  progress: fc.nat(7),
});
/** What becomes of a commit: made and answered, or made and not answered, or not made; or made when nobody waits any more. */
const fate: fc.Arbitrary<NetworkFault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("none" as const) },
  { weight: 4, arbitrary: fc.constantFrom("lostAnswer" as const, "offline" as const, "late" as const) },
);

it.each([
  ["two tabs on a bad network", 2],
  ["one tab on a bad network, with a disk that fills up", 1],
])(
  `the last click on a cell is the last word: %s (${RUNS} runs)`,
  async (_, tabs) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40, size: "max" }),
        fc.infiniteStream(fate),
        fc.infiniteStream(fc.nat(1_000)),
        (steps, fates, order) => simulate(steps, fates, createTurns(order), tabs),
      ),
      { numRuns: RUNS },
    );
  },
  600_000,
);

let run = 0;

async function simulate(steps: Step[], fates: Iterator<NetworkFault>, turns: Turns, tabs: number): Promise<void> {
  const world = createWorld(`ann${++run}`, fates, turns, tabs);
  for (const next of steps) {
    await world.take(next);
    for (let count = 0; count < next.progress; count++) await turns.next();
  }
  await world.recover();
  for (const change of world.lastClicks()) {
    expect(isDone(await world.storedTicks(change.table), change), cellKey(change)).toBe(change.state);
    for (const replica of world.replicas) {
      expect(isDone(replica.year(change.table).cells, change), `${cellKey(change)} on the screen`).toBe(change.state);
    }
  }
}

/** What is under way; one after the other happens, in any order. */
interface Turns {
  /** Resolves when it is this one's turn. */
  own(): Promise<void>;
  /** One happens, and what follows from it at once. */
  next(): Promise<void>;
}

function createTurns(order: Iterator<number>): Turns {
  const waiting: (() => void)[] = [];
  return {
    own: () => new Promise((resolve) => void waiting.push(resolve)),
    async next() {
      const [happen] = waiting.splice((order.next().value ?? 0) % Math.max(1, waiting.length), 1);
      happen?.();
      await new Promise(setImmediate);
    },
  };
}

function createWorld(uid: string, fates: Iterator<NetworkFault>, turns: Turns, tabs: number) {
  const server = createServer(uid, fates, turns);
  const disk = { isFull: false };
  const [shared, tab, lock] = [createMemoryOutbox(), createTabs(), createLock()];
  let today = DECEMBER;
  const store = createPersonStore(server.slow, uid);
  const replicas = Array.from({ length: tabs }, () => {
    const outbox = createSlowOutbox(shared, disk, turns);
    return createReplica({ store, outbox, today: () => today, lock, peers: tab() });
  });
  const clicks = new Map<string, TickChange>();
  const sync = (replica: Replica) => replica.sync({ tables: [today.year, YEAR], isRetry: true });

  return {
    replicas,
    lastClicks: () => clicks.values(),
    storedTicks: async (year: number) => (await cellsAt({ documents: () => server.documents }, uid, year)) as Ticks,

    async take({ kind, tab, cell, done }: Step) {
      const replica = replicas[tab % tabs] as Replica;
      const change = { ...(CELLS[cell] as TickCell), state: done };
      if (kind === "tick" && change.table <= today.year) {
        clicks.set(cellKey(change), change);
        void replica.change([change]).catch(() => {});
      } else if (kind === "sync") void sync(replica);
      else if (kind === "exit") replica.sendOnExit();
      else if (kind === "deliver") await server.deliverLate();
      else if (kind === "midnight") today = JANUARY;
      else if (kind === "disk" && tabs === 1) disk.isFull = !disk.isFull;
    },

    /** A good network, room on the disk, and time. */
    async recover() {
      [today, disk.isFull] = [JANUARY, false];
      server.mend();
      for (let round = 0; round < 3; round++) {
        await server.deliverLate();
        let open = replicas.length;
        for (const replica of replicas) void sync(replica).finally(() => open--);
        while (open > 0) await turns.next();
      }
    },
  };
}

/** One person's documents, by requests that take as long as they like and end as `fates` say. */
function createServer(uid: string, fates: Iterator<NetworkFault>, turns: Turns) {
  const documents = createDocumentStore(database, uid);
  const network = createNetwork({ documents: () => documents });
  let isMended = false;
  const slow: DocumentStore = {
    async get(path) {
      await turns.own();
      const document = await documents.get(path);
      await turns.own();
      return document;
    },
    async commit(writes) {
      await turns.own();
      network.setFault(isMended ? "none" : (fates.next().value ?? "none"));
      return network
        .documents(uid)
        .commit(writes)
        .finally(() => turns.own());
    },
    list: (...args) => documents.list(...args),
  };
  return {
    documents,
    slow,
    deliverLate: network.deliverLate,
    mend() {
      isMended = true;
    },
  };
}

/** A tab's way to the outbox of its device: every use takes as long as it likes, and they take effect in their order. */
function createSlowOutbox(shared: Outbox, disk: { readonly isFull: boolean }, turns: Turns): Outbox {
  let last: Promise<unknown> = Promise.resolve();
  const slowly = async <T>(use: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => turns.own());
    const result = turn.then(use);
    last = result.catch(() => {});
    return result.finally(() => turns.own());
  };
  const full = () => Promise.reject(new Error("The disk is full."));
  return {
    put: (...args) => slowly(() => (disk.isFull ? full() : shared.put(...args))),
    list: (...args) => slowly(() => shared.list(...args)),
    acknowledge: (...args) => slowly(() => shared.acknowledge(...args)),
    recordAttempt: (...args) => slowly(() => shared.recordAttempt(...args)),
    refuse: (...args) => slowly(() => shared.refuse(...args)),
  };
}
