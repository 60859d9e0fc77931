import {
  applyMask,
  DailyleetError,
  type DocumentChange,
  type DocumentStore,
  type DocumentWrite,
  type Fields,
  type StoredDocument,
  validationError,
} from "@dailyleet/core";

/** One commit that was made. */
export interface CommitRecord {
  readonly uid: string;
  readonly moment: number;
  readonly paths: readonly string[];
}

/** No device of the simulation looks back over years. */
type ReadWrite = Omit<DocumentStore, "list">;

export interface CountingServer {
  /** The server as this person reaches it. */
  documents(uid: string): ReadWrite;
  /** Puts a document there without counting. */
  seed(path: string, fields: Fields): void;
  peek(path: string): Fields | null;
  readonly reads: number;
  /** Of the documents read, as compact JSON. */
  readonly bytesRead: number;
  readonly conflicts: number;
  readonly commits: readonly CommitRecord[];
}

/** Documents in memory, under the same rules and preconditions as the real ones, that count what they are asked for. */
export function createCountingServer(now: () => number): CountingServer {
  const stored = new Map<string, StoredDocument>();
  const commits: CommitRecord[] = [];
  const sizes = new WeakMap<Fields, number>();
  let reads = 0;
  let bytesRead = 0;
  let conflicts = 0;
  let version = 0;

  const nextTime = () => {
    const nanoseconds = String(version++ % 1_000_000).padStart(6, "0");
    return new Date(now()).toISOString().replace("Z", `${nanoseconds}Z`);
  };

  const sizeOf = (fields: Fields) => {
    const size = sizes.get(fields) ?? JSON.stringify(fields).length;
    sizes.set(fields, size);
    return size;
  };

  const check = ({ path, precondition }: DocumentWrite) => {
    if (!precondition) return;
    const current = stored.get(path);
    const holds =
      "exists" in precondition
        ? precondition.exists === (current !== undefined)
        : precondition.updateTime === current?.updateTime;
    if (holds) return;
    conflicts++;
    throw new DailyleetError("conflict", "The document changed since it was read; read it again and repeat.");
  };

  const changeOf = ({ path, fields, mask }: DocumentWrite): DocumentChange => {
    const before = stored.get(path)?.fields ?? null;
    return { path, before, after: mask ? applyMask(before ?? {}, fields, mask) : fields };
  };

  const documents = (uid: string): ReadWrite => ({
    async get(path) {
      const found = stored.get(path) ?? null;
      reads++;
      bytesRead += found ? sizeOf(found.fields) : 0;
      return found;
    },
    async commit(writes) {
      writes.forEach(check);
      const changes = writes.map(changeOf);
      const reason = validationError(uid, changes, (path) => stored.get(path)?.fields ?? null);
      if (reason !== null) throw new DailyleetError("refused", reason);
      const updateTime = nextTime();
      for (const { path, after } of changes) stored.set(path, { fields: after, updateTime });
      commits.push({ uid, moment: now(), paths: writes.map(({ path }) => path) });
      return writes.map(() => updateTime);
    },
  });

  return {
    documents,
    seed: (path, fields) => stored.set(path, { fields, updateTime: nextTime() }),
    peek: (path) => stored.get(path)?.fields ?? null,
    get reads() {
      return reads;
    },
    get bytesRead() {
      return bytesRead;
    },
    get conflicts() {
      return conflicts;
    },
    commits,
  };
}
