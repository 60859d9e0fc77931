import { DailyleetError, type DocumentStore, type DocumentWrite, isDayNumber } from "@dailyleet/core";
import { isLeafPath } from "../support/leafPath.ts";

/**
 * Fails the test on any write that could touch more than it should: each write must state a precondition and touch leaf
 * cells only. The one exception is the commit that closes a year: an archive and a reset.
 */
export function guardStore(store: DocumentStore): DocumentStore {
  return {
    ...store,
    commit(writes) {
      if (!isClosing(writes) && !writes.every(isLeafWrite)) {
        throw new Error(`not a write of leaf cells: ${JSON.stringify(writes)}`);
      }
      return store.commit(writes);
    },
  };
}

function isLeafWrite({ mask, precondition }: DocumentWrite): boolean {
  return precondition !== undefined && mask !== undefined && mask.length > 0 && mask.every(isLeafPath);
}

function isClosing([archive, reset, ...rest]: readonly DocumentWrite[]): boolean {
  return (
    rest.length === 0 &&
    archive?.path.startsWith(`${reset?.path}/years/`) === true &&
    reset?.precondition !== undefined &&
    "updateTime" in reset.precondition &&
    !Object.keys(reset.fields).some((name) => isDayNumber(Number(name)))
  );
}

export interface WatchedStore extends DocumentStore {
  commits(): number;
  /** Sets the fate of each of the next commits. */
  lose(...fates: ("question" | "answer")[]): void;
}

export function watchStore(store: DocumentStore): WatchedStore {
  let made = 0;
  let fates: ("question" | "answer")[] = [];
  return {
    ...store,
    async commit(writes) {
      if (fates[0] === "question") {
        fates.shift();
        throw new DailyleetError("unavailable", "The question was lost; try again.");
      }
      const times = await store.commit(writes);
      made++;
      if (fates.shift() === "answer") throw new DailyleetError("unavailable", "The answer was lost; try again.");
      return times;
    },
    commits: () => made,
    lose: (...next) => {
      fates = next;
    },
  };
}

export interface CountedStore extends DocumentStore {
  requests(): number;
  /** Documents read as Firestore bills them: a missing document and an empty list count as one each. */
  reads(): number;
}

export function countReads(store: DocumentStore): CountedStore {
  let requests = 0;
  let reads = 0;
  return {
    ...store,
    get(path) {
      requests++;
      reads++;
      return store.get(path);
    },
    async list(...args) {
      requests++;
      const found = await store.list(...args);
      reads += Math.max(1, found.length);
      return found;
    },
    requests: () => requests,
    reads: () => reads,
  };
}
