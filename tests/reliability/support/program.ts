import {
  type Cell,
  type CellState,
  type Change,
  configFor,
  createPersonStore,
  createReplica,
  DailyleetError,
  NO_SETTINGS,
  type Outbox,
  type OutboxEntry,
  type Replica,
  stateIn,
  todayAt,
} from "@dailyleet/core";
import { createDevice, type Device, type Life, type StorageFaults } from "./device.ts";
import { type AcceptedLog, createNetwork, type NetworkFault, type Server, shownCells } from "./world.ts";

/** A fault from now on: of the network, of the disk, or a crash at the worst moment. */
export type Fault = NetworkFault | "fullDisk" | "crashBeforeWrite" | "crashBeforeAcknowledge";

/** A device with one or more programs, such as a browser with tabs. Each program runs the replica that ships. */
export function createPrograms(name: string, tabs: number, outbox: Outbox, server: Server, log: AcceptedLog) {
  let fault: Fault = "none";
  const network = createNetwork(server);
  /** A crash clears the fault, so that the restarted program does not crash at the same place again. */
  const crash = (life: Life) => {
    fault = "none";
    life.die();
  };
  const faults: StorageFaults = {
    beforePut(life) {
      if (fault === "fullDisk") throw new DailyleetError("storage", "The disk is full.");
      if (fault === "crashBeforeWrite") crash(life);
    },
    async beforeAcknowledge(life, uid, sequences) {
      if (fault === "crashBeforeAcknowledge") return crash(life);
      const over = (await outbox.list(uid)).filter(({ sequence }) => sequences.includes(sequence));
      for (const { change } of over) await log.checkOver(name, uid, change);
    },
  };
  const device = createDevice(name, outbox, faults);
  const setFault = (next: Fault) => {
    fault = next;
    network.setFault(isOfNetwork(next) ? next : "none");
  };
  return Array.from({ length: tabs }, () => createProgram(device, network, setFault, log));
}

const isOfNetwork = (fault: Fault): fault is NetworkFault => ["none", "offline", "lostAnswer", "late"].includes(fault);

function createProgram(
  device: Device,
  network: ReturnType<typeof createNetwork>,
  setFault: (fault: Fault) => void,
  log: AcceptedLog,
) {
  let person: string | null = null;
  let now = 0;
  const today = () => todayAt(now, config().dayEndsAt);
  let running: { life: Life; replica: Replica } | null = null;

  const start = (uid: string) => {
    const life = device.start();
    const store = createPersonStore(network.documents(uid), uid);
    running = { life, replica: createReplica({ store, today, ...life.ports(uid) }) };
    void life.died.then(() => {
      if (running?.life === life) start(uid);
    });
  };
  /** Waits for the replica, or for the crash after which it never answers. */
  const use = async (work: (replica: Replica) => Promise<unknown>) => {
    if (running) await Promise.race([work(running.replica), running.life.died]);
  };

  const shown = (cell: Cell): CellState | null => {
    if (!running) return null;
    return stateIn(shownCells(running.replica, cell.table), cell);
  };

  const config = () => configFor({}, running?.replica.settings().cells ?? NO_SETTINGS);

  return {
    signIn(uid: string) {
      if (person === uid) return;
      running?.replica.close();
      const before = running?.life;
      running = null;
      before?.die();
      person = uid;
      start(uid);
    },
    setFault,
    setClock(epochMs: number) {
      now = epochMs;
    },
    /** The person's today, which depends on when their day ends. */
    today,
    /** Makes one act. It counts as accepted once it is on the screen, whatever happens to its write. */
    async set(...changes: readonly Change[]) {
      if (!running || person === null) return;
      const { replica } = running;
      const durable = replica.change(changes).catch(() => []);
      for (const change of changes) {
        if (shown(change) !== change.state) throw new Error("a change is not on the screen");
        log.accept(device.name, person, change);
      }
      await use(() => durable);
    },
    /** Reads a year, the questions' marks and the settings. */
    open: (year: number) => use((replica) => replica.sync({ tables: [year, "marks", "settings"] })),
    flush: () => use((replica) => replica.sync()),
    async crash() {
      running?.life.die();
      await Promise.resolve();
    },
    deliverLate: network.deliverLate,
    waiting: (uid: string): Promise<OutboxEntry[]> => device.outbox.list(uid),
    shown,
    owner: () => person ?? "",
    /** The person's configuration, as far as the program knows it. */
    config,
  };
}

export type Program = ReturnType<typeof createProgram>;
