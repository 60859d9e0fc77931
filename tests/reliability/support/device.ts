import {
  cellKey,
  type Journal,
  type JournalEntry,
  type Lock,
  type Outbox,
  type PeerMessage,
  type Peers,
} from "@dailyleet/core";

/** The parts of one device that survive a crash, its outbox and its journal, and its living programs. */
export interface Device {
  readonly name: string;
  readonly outbox: Outbox;
  /** Starts a program on the device. */
  start(): Life;
}

/** One program's life on a device, with its ports. After its death no call to a port resolves. */
export interface Life {
  readonly died: Promise<void>;
  die(): void;
  ports(uid: string): { outbox: Outbox; journal: Journal; peers: Peers; lock: Lock };
}

/** The faults of the next use of the outbox. */
export interface StorageFaults {
  /** Throws instead of a `put`, or kills the program. */
  beforePut(life: Life): void;
  beforeAcknowledge(life: Life, uid: string, sequences: readonly number[]): Promise<void>;
}

interface Note {
  readonly life: Life;
  readonly entry: JournalEntry;
}

export function createDevice(name: string, outbox: Outbox, faults: StorageFaults): Device {
  const notes = new Map<string, Note>();
  const tabs = new Map<Life, { uid: string; listener: (message: PeerMessage) => void }>();
  const living = new Set<Life>();
  let sending: Promise<unknown> = Promise.resolve();

  const start = (): Life => {
    let tellDeath = () => {};
    const died = new Promise<void>((resolve) => {
      tellDeath = resolve;
    });
    const never = new Promise<never>(() => {});
    const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!living.has(life)) return never;
      const result = await work();
      return living.has(life) ? result : never;
    };

    const life: Life = {
      died,
      die() {
        living.delete(life);
        tabs.delete(life);
        tellDeath();
      },
      ports: (uid) => ({
        outbox: {
          put: (person, changes) =>
            whileAlive(async () => {
              faults.beforePut(life);
              return living.has(life) ? outbox.put(person, changes) : never;
            }),
          list: (person) => whileAlive(() => outbox.list(person)),
          acknowledge: (person, sequences) =>
            whileAlive(async () => {
              await faults.beforeAcknowledge(life, person, sequences);
              return living.has(life) ? outbox.acknowledge(person, sequences) : never;
            }),
          recordAttempt: (...args) => whileAlive(() => outbox.recordAttempt(...args)),
          refuse: (...args) => whileAlive(() => outbox.refuse(...args)),
        },
        journal: {
          write(changes) {
            for (const entry of changes) notes.set(`${uid}/${cellKey(entry.change)}`, { life, entry });
            return true;
          },
          erase(changes) {
            for (const { change, number } of changes) {
              const key = `${uid}/${cellKey(change)}`;
              const found = notes.get(key);
              if (found?.life === life && found.entry.number === number) notes.delete(key);
            }
          },
          leftovers: () =>
            [...notes]
              .filter(([key, note]) => key.startsWith(`${uid}/`) && !living.has(note.life))
              .map(([, { entry }]) => entry),
        },
        peers: {
          broadcast(message) {
            for (const [other, tab] of tabs) if (other !== life && tab.uid === uid) tab.listener(message);
          },
          onMessage: (listener) => void tabs.set(life, { uid, listener }),
          close: () => void tabs.delete(life),
        },
        lock(work) {
          const before = sending;
          const own = before.then(() => whileAlive(work));
          // A program that dies releases the lock.
          sending = Promise.race([own.catch(() => {}), died]);
          return own;
        },
      }),
    };
    living.add(life);
    return life;
  };

  return { name, outbox, start };
}
