import { closedPath, createPersonStore, DailyleetError, type DocumentStore, openPath, ticksIn } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { onTestFinished } from "vitest";
import { openTestDatabase } from "../../contract/localDatabase.ts";

export interface Held {
  /** The request goes on and gets its answer. */
  arrive(): void;
  /** The client gives up; its request is still on the way. */
  giveUp(): void;
  /** The request arrives after the client gave up. Resolves to the server's answer, which no client receives. */
  arriveLate(): Promise<string>;
}

interface Order {
  readonly name: keyof DocumentStore;
  /** Hold the answer, not the request. */
  readonly isAnswer: boolean;
  readonly tell: (held: Held) => void;
}

/** One person's documents on a server whose requests and answers a test can hold. */
export function createSlowServer(uid: string, now?: () => number) {
  const { database, close } = openTestDatabase();
  onTestFinished(close);
  const documents = createDocumentStore(database, uid, now);
  const orders: Order[] = [];

  const through = <T>(name: keyof DocumentStore, work: () => Promise<T>): Promise<T> => {
    const index = orders.findIndex((order) => order.name === name);
    const [order] = index < 0 ? [] : orders.splice(index, 1);
    if (order === undefined) return work();
    const answer = order.isAnswer ? work() : null;
    return new Promise((resolve, reject) => {
      order.tell({
        arrive: () => void (answer ?? work()).then(resolve, reject),
        giveUp: () => reject(new DailyleetError("unavailable", "No answer in time.")),
        arriveLate: () =>
          work().then(
            () => "made",
            (error) => error.code,
          ),
      });
    });
  };
  const slow: DocumentStore = {
    get: (path) => through("get", () => documents.get(path)),
    commit: (writes) => through("commit", () => documents.commit(writes)),
    list: (...args) => through("list", () => documents.list(...args)),
  };
  return {
    database,
    documents,
    store: createPersonStore(slow, uid),
    /** Holds the next request of this kind. Resolves when that request is under way. */
    hold: (name: keyof DocumentStore): Promise<Held> =>
      new Promise((tell) => orders.push({ name, isAnswer: false, tell })),
    holdAnswer: (name: keyof DocumentStore): Promise<Held> =>
      new Promise((tell) => orders.push({ name, isAnswer: true, tell })),
    openTicks: async () => ticksIn((await documents.get(openPath(uid)))?.fields),
    closedTicks: async (year: number) => ticksIn((await documents.get(closedPath(uid, year)))?.fields),
  };
}
