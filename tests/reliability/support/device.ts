import {
  cellKey,
  type Journal,
  type JournalEntry,
  type Lock,
  type Outbox,
  type PeerMessage,
  type Peers,
} from "@dailyleet/core";

/** What a crash does not destroy: the outbox and the journal of one device, and who of its programs lives. */
export interface Device {
  readonly name: string;
  readonly outbox: Outbox;
  /** A program that uses them from now on. */
  start(): Life;
}

/** One program's time on a device, and its ports. When it has died nothing that it asks for is ever answered. */
export interface Life {
  readonly died: Promise<void>;
  die(): void;
  ports(uid: string): { outbox: Outbox; journal: Journal; peers: Peers; lock: Lock };
}

/** What becomes of the next use of the outbox. */
export interface StorageFaults {
  /** Throws in the place of a `put`, or kills the program. */
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
          // Who dies lets go of it.
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
