import { isDeepStrictEqual } from "node:util";
import {
  type Cell,
  type Change,
  type CivilDate,
  cellKey,
  cellKeys,
  changesOf,
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  type Journal,
  type JournalEntry,
  type Outbox,
  type Replica,
  saveChanges,
  settingCell,
  stateIn,
  type TableId,
  tickCell,
} from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/long.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";
import { databasesInMemory } from "./support/inMemory.ts";
import { createLock, createTabs } from "./support/tabs.ts";
import { cellsAt, createNetwork, type NetworkFault, shownCells } from "./support/world.ts";

/** Requests and uses of the outbox take any time and fail in any way, while the person acts in every possible order. */

const [database] = databasesInMemory(1) as [Database];

const YEAR = 2026;
const DECEMBER: CivilDate = { year: YEAR, month: 12, day: 31 };
const JANUARY: CivilDate = { year: YEAR + 1, month: 1, day: 1 };
/** Two of the settings belong to one source. */
const CELLS: readonly Cell[] = [
  tickCell(YEAR, 364, 1),
  tickCell(YEAR, 365, 2),
  tickCell(YEAR + 1, 1, 1),
  settingCell("source.2", "name"),
  settingCell("source.2", "zone"),
];

type Kind =
  | "change"
  | "sync"
  /** The tab closes if it may. */
  | "exit"
  /** Commits that no client waits for any more arrive. */
  | "deliver"
  | "midnight"
  /** Another device changes a cell without a pending change here. */
  | "elsewhere";

interface Step {
  readonly kind: Kind;
  readonly tab: number;
  readonly cell: number;
  readonly done: boolean;
  /** How many tasks under way complete after it. */
  readonly progress: number;
}

/**
 * How a commit ends: `none` is applied and answered, `lostAnswer` is applied without an answer, `late` is applied after
 * the client gave up; `offline` and `refused` are not applied.
 */
type CommitFate = NetworkFault | "refused";
/**
 * How a use of the outbox ends. `made` takes effect but is reported as failed; a `put` that `failed` has stored
 * nothing.
 */
type UseFate = "answered" | "failed" | "made";

interface Circumstances {
  readonly name: string;
  readonly times: number;
  readonly tabs: number;
  /** The kinds of steps; a repeated entry is more frequent. */
  readonly kinds: readonly Kind[];
  readonly commits: readonly CommitFate[];
  /** The outbox operations that fail. */
  readonly failing: readonly (keyof Outbox)[];
}

const USES: readonly UseFate[] = ["answered", "answered", "failed", "failed", "made"];
const CLICKS: readonly Kind[] = ["change", "change", "change", "change", "sync", "sync", "sync", "midnight"];

const CASES: readonly Circumstances[] = [
  {
    name: "two tabs, a bad network",
    times: runs(1_500),
    tabs: 2,
    kinds: [...CLICKS, "exit", "deliver"],
    commits: ["none", "none", "none", "none", "refused", "offline", "lostAnswer", "late"],
    failing: [],
  },
  {
    name: "one tab beside a device, a failing outbox",
    times: runs(6_000),
    tabs: 1,
    kinds: [...CLICKS, "exit", "deliver", "elsewhere", "elsewhere"],
    commits: ["none", "none", "none", "none", "refused", "offline", "lostAnswer", "late"],
    failing: ["put", "list", "acknowledge", "recordAttempt", "refuse"],
  },
  // A tab can't know that another tab sent a change if the outbox failed to record it. So no commit is 'late', and
  // listing and forgetting entries succeeds.
  {
    name: "two tabs, a failing outbox",
    times: runs(2_000),
    tabs: 2,
    kinds: CLICKS,
    commits: ["none", "none", "none", "refused", "offline", "lostAnswer"],
    failing: ["put", "recordAttempt", "refuse"],
  },
];

const stepOf = (kinds: readonly Kind[]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    tab: fc.nat(1),
    cell: fc.nat(CELLS.length - 1),
    done: fc.boolean(),
    progress: fc.nat(7),
  });

it.each(CASES)(
  "the last click on a cell is the last word: $name ($times runs)",
  async (circumstances) => {
    const { kinds, commits, times } = circumstances;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(kinds), { maxLength: 40, size: "max" }),
        fc.infiniteStream(fc.constantFrom(...commits)),
        fc.infiniteStream(fc.constantFrom(...USES)),
        fc.infiniteStream(fc.nat(1_000)),
        (steps, ofCommits, ofUses, order) => simulate(steps, { ofCommits, ofUses }, createTurns(order), circumstances),
      ),
      { numRuns: times },
    );
  },
  600_000,
);

function changeOf(cell: Cell, done: boolean): Change {
  const state = cell.table === "settings" ? (done ? "UTC" : "") : done;
  return { ...cell, state } as Change;
}

let run = 0;

interface Fates {
  readonly ofCommits: Iterator<CommitFate>;
  readonly ofUses: Iterator<UseFate>;
}

async function simulate(steps: Step[], fates: Fates, turns: Turns, circumstances: Circumstances): Promise<void> {
  const world = createWorld(`ann${++run}`, fates, turns, circumstances);
  for (const next of steps) {
    await world.take(next);
    await world.check();
    for (let count = 0; count < next.progress; count++) {
      await turns.next();
      await world.check();
    }
  }
  await world.recover();
  for (const change of world.lastClicks()) {
    expect(stateIn(await world.stored(change.table), change), cellKey(change)).toBe(change.state);
    for (const replica of world.replicas) {
      const shown = stateIn(shownCells(replica, change.table), change);
      expect(shown, `${cellKey(change)} on the screen`).toBe(change.state);
    }
  }
  for (const replica of world.replicas) {
    expect(replica.status()).toMatchObject({ waiting: 0, refused: 0, isInMemory: false, server: "reached" });
  }
  // A remaining entry would be sent again after the next start.
  expect(await world.left()).toEqual([]);
}

/** The tasks under way; they complete one at a time, in any order. */
interface Turns {
  /** Resolves when the caller's turn comes. */
  own(): Promise<void>;
  /** Completes one task and everything that follows from it at once. */
  next(): Promise<void>;
  areWaiting(): boolean;
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
    areWaiting: () => waiting.length > 0,
  };
}

function createWorld(uid: string, fates: Fates, turns: Turns, { tabs, failing }: Circumstances) {
  const server = createServer(uid, fates.ofCommits, turns);
  const [shared, tab, lock] = [createMemoryOutbox(), createTabs(), createLock()];
  const disk = { isMended: false };
  const fateOf = (use: keyof Outbox): UseFate => {
    if (disk.isMended || !failing.includes(use)) return "answered";
    const fate = fates.ofUses.next().value ?? "answered";
    return use === "put" && fate === "made" ? "failed" : fate;
  };
  let today = DECEMBER;
  const store = createPersonStore(server.slow, uid);
  const journals = Array.from({ length: tabs }, createMemoryJournal);
  const replicas = journals.map(({ journal }) => {
    const outbox = createSlowOutbox(shared, fateOf, turns);
    return createReplica({ store, outbox, journal, today: () => today, lock, peers: tab() });
  });
  const clicks = new Map<string, Change>();
  // For one tab: the changes accepted as durable, and the cells with a click that the server has not acknowledged.
  const durable = new Map<string, Change>();
  let open = new Set<string>();
  const click = async (replica: Replica, change: Change) => {
    const key = cellKey(change);
    clicks.set(key, change);
    durable.delete(key);
    open.add(key);
    await replica.change([change]);
    if (clicks.get(key) === change) durable.set(key, change);
  };
  const sync = (replica: Replica, isRetry: boolean) =>
    replica.sync({ tables: [today.year, YEAR, "settings"], isRetry });

  return {
    replicas,
    lastClicks: () => clicks.values(),
    stored: (table: TableId) => cellsAt({ documents: () => server.documents }, uid, table),
    left: async () => [...(await shared.list(uid)), ...journals.flatMap(({ entries }) => [...entries.values()])],

    async take({ kind, tab, cell, done }: Step) {
      const replica = replicas[tab % tabs] as Replica;
      const change = changeOf(CELLS[cell] as Cell, done);
      const hasBegun = typeof change.table === "string" || change.table <= today.year;
      if (kind === "change" && hasBegun) {
        void click(replica, change).catch(() => {});
      } else if (kind === "elsewhere" && hasBegun) {
        const isWaiting = replica.pending().some((other) => cellKey(other) === cellKey(change));
        if (isWaiting) return;
        clicks.set(cellKey(change), change);
        await saveChanges(createPersonStore(server.documents, uid), [change], today);
      } else if (kind === "sync") void sync(replica, done);
      else if (kind === "exit") replica.sendOnExit();
      else if (kind === "deliver") await server.deliverLate();
      else if (kind === "midnight") today = JANUARY;
    },

    /** A single tab keeps every pending change in the outbox and never sends an acknowledged change again. */
    async check() {
      const [replica] = replicas;
      if (!replica || tabs > 1) return;
      const waiting = cellKeys(replica.pending());
      expect(
        [...waiting].filter((key) => !open.has(key)),
        "sent again",
      ).toEqual([]);
      open = waiting;
      const stored = changesOf(await shared.list(uid));
      const isLost = (change: Change) => !stored.some((other) => isDeepStrictEqual(other, change));
      const accepted = [...durable.values()].filter((change) => waiting.has(cellKey(change)));
      expect(accepted.filter(isLost), "not durable any more").toEqual([]);
    },

    /** From now on network and outbox work, and all tasks complete. */
    async recover() {
      const goOn = async () => {
        await turns.next();
        await this.check();
      };
      [today, disk.isMended] = [JANUARY, true];
      server.mend();
      for (let round = 0; round < 3; round++) {
        await server.deliverLate();
        let running = replicas.length;
        for (const replica of replicas) void sync(replica, true).finally(() => running--);
        while (running > 0) await goOn();
      }
      while (turns.areWaiting()) await goOn();
    },
  };
}

/** One person's documents. Requests take any time and end as `fates` say. */
function createServer(uid: string, fates: Iterator<CommitFate>, turns: Turns) {
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
      const fate: CommitFate = isMended ? "none" : (fates.next().value ?? "none");
      if (fate !== "refused") network.setFault(fate);
      const answer =
        fate === "refused"
          ? Promise.reject(new DailyleetError("refused", "The rules forbid it."))
          : network.documents(uid).commit(writes);
      return answer.finally(() => turns.own());
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

/**
 * A tab's access to its device's outbox. Each use takes any time and ends as its fate says; uses take effect in order.
 */
function createSlowOutbox(shared: Outbox, fateOf: (use: keyof Outbox) => UseFate, turns: Turns): Outbox {
  let last: Promise<unknown> = Promise.resolve();
  const slowly = <Use extends keyof Outbox>(use: Use): Outbox[Use] => {
    const make = shared[use] as (...args: unknown[]) => Promise<unknown>;
    const take = async (...args: unknown[]) => {
      const fate = fateOf(use);
      const result = last
        .then(() => turns.own())
        .then(async () => {
          const answer = fate === "failed" ? null : await make(...args);
          if (fate !== "answered") throw new Error("The disk is full.");
          return answer;
        });
      last = result.catch(() => {});
      return result.finally(() => turns.own());
    };
    return take as Outbox[Use];
  };
  return {
    put: slowly("put"),
    list: slowly("list"),
    acknowledge: slowly("acknowledge"),
    recordAttempt: slowly("recordAttempt"),
    refuse: slowly("refuse"),
  };
}

/** A tab's journal in memory, where the notes of a dead tab would remain. */
function createMemoryJournal() {
  const entries = new Map<string, JournalEntry>();
  const journal: Journal = {
    write(changes) {
      for (const entry of changes) entries.set(cellKey(entry.change), entry);
      return true;
    },
    erase(changes) {
      for (const { change, number } of changes) {
        if (entries.get(cellKey(change))?.number === number) entries.delete(cellKey(change));
      }
    },
    leftovers: () => [],
  };
  return { journal, entries };
}
