import {
  allYears,
  type CivilDate,
  closedPath,
  createReplica,
  type Fields,
  integerValue,
  mapValue,
  type Outbox,
  openPath,
  type PeerMessage,
  type Peers,
  type Replica,
} from "@dailyleet/core";
import { createOutbox } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import { plantDocument } from "../local/support/database.ts";
import { pending, tick } from "../support/changes.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";
import { createSlowServer } from "./support/slowServer.ts";
import { createTabs } from "./support/tabs.ts";

/** The person, another tab, another device or the disk acts while a request or a write is under way. */

const MARCH: CivilDate = { year: 2026, month: 3, day: 5 };
const DONE = tick(2026, 64, 3);
const UNDONE = tick(2026, 64, 3, false);

type Server = ReturnType<typeof createSlowServer>;

function open({ store }: Server, outbox: Outbox, parts: Partial<Parameters<typeof createReplica>[0]> = {}) {
  return createReplica({ store, outbox, today: () => MARCH, ...parts });
}

/** A send whose request is held until the test decides its fate. */
async function sendSlowly(server: Server, replica: Replica) {
  const held = server.hold("commit");
  const sync = replica.sync();
  return { request: await held, sync };
}

async function createDoneServer(): Promise<Server> {
  const server = createSlowServer("ann");
  const replica = open(server, createMemoryOutbox());
  await replica.change([DONE]);
  await replica.sync();
  return server;
}

function createFullOutbox() {
  const memory = createMemoryOutbox();
  const disk = { isFull: true };
  const full = () => Promise.reject(new Error("The disk is full."));
  const outbox: Outbox = { ...memory, put: (...args) => (disk.isFull ? full() : memory.put(...args)) };
  return { outbox, disk };
}

describe("a request that arrives late", () => {
  it.each(["memory", "SQLite"])("does not undo what was ticked while it hung (outbox in %s)", async (kind) => {
    const server = await createDoneServer();
    const outbox = kind === "memory" ? createMemoryOutbox() : createOutbox(server.database);
    const replica = open(server, outbox);
    await replica.change([UNDONE]);
    const { request, sync } = await sendSlowly(server, replica);
    await replica.change([DONE]);
    request.giveUp();
    await sync;
    expect((await replica.sync()).error).toBeNull();
    expect(await outbox.list("ann")).toEqual([]);
    expect(await request.arriveLate()).toBe("conflict");
    expect((await server.openTicks())[64]).toMatchObject({ 3: true });
  });

  it("does not undo what was ticked after the program that had sent it was killed", async () => {
    const server = await createDoneServer();
    const outbox = createOutbox(server.database);
    const killed = open(server, outbox);
    await killed.change([UNDONE]);
    const held = server.hold("commit");
    void killed.sync();
    const request = await held;
    const next = open(server, outbox);
    await next.change([DONE]);
    expect((await next.sync()).error).toBeNull();
    expect(await request.arriveLate()).toBe("conflict");
    expect((await server.openTicks())[64]).toMatchObject({ 3: true });
  });

  it("does not undo what was ticked when there was room on the disk again", async () => {
    const server = await createDoneServer();
    const { outbox, disk } = createFullOutbox();
    const replica = open(server, outbox);
    await replica.change([UNDONE]).catch(() => {});
    const { request, sync } = await sendSlowly(server, replica);
    request.giveUp();
    await sync;
    disk.isFull = false;
    await replica.change([DONE]);
    expect((await replica.sync()).error).toBeNull();
    expect(await request.arriveLate()).toBe("conflict");
    expect((await server.openTicks())[64]).toMatchObject({ 3: true });
  });
});

describe("what is sent from memory because the disk is full", () => {
  it("takes no newer change with it that the disk took meanwhile", async () => {
    const server = createSlowServer("ann");
    const { outbox, disk } = createFullOutbox();
    const replica = open(server, outbox);
    await replica.change([DONE]).catch(() => {});
    const { request, sync } = await sendSlowly(server, replica);
    disk.isFull = false;
    await replica.change([UNDONE]);
    request.arrive();
    await sync;
    expect(await outbox.list("ann")).toMatchObject(pending(UNDONE));
    await replica.sync();
    expect((await server.openTicks())[64]).toEqual({ 3: false });
  });

  it.each(["after", "before"])("is not sent again where the disk takes it %s the server's answer", async (when) => {
    const [server, memory] = [createSlowServer("ann"), createMemoryOutbox()];
    const [answered, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let put: Outbox["put"] = () => Promise.reject(new Error("The disk is full."));
    const replica = open(server, { ...memory, put: (...args) => put(...args) });
    await replica.change([DONE]).catch(() => {});
    const { request, sync } = await sendSlowly(server, replica);
    put = async (...args) => {
      if (when === "after") await answered.promise;
      const entries = await memory.put(...args);
      await told.promise;
      return entries;
    };
    const written = replica.change([tick(2026, 65, 3)]);
    request.arrive();
    await sync;
    answered.resolve();
    const elsewhere = open(server, createMemoryOutbox());
    await elsewhere.change([UNDONE]);
    await elsewhere.sync();
    // The outbox is listed both before and after the write is reported as done.
    await replica.sync();
    told.resolve();
    await written;
    await replica.sync();
    expect(await server.openTicks()).toEqual({ 64: { 3: false }, 65: { 3: true } });
    expect(await memory.list("ann")).toEqual([]);
  });

  it("takes no newer change of another tab with it", async () => {
    const [server, tab, { outbox }, shared] = [
      await createDoneServer(),
      createTabs(),
      createFullOutbox(),
      createMemoryOutbox(),
    ];
    const full = open(server, { ...shared, put: outbox.put }, { peers: tab() });
    const healthy = open(server, shared, { peers: tab() });
    await full.change([UNDONE]).catch(() => {});
    const { request, sync } = await sendSlowly(server, full);
    await healthy.change([DONE]);
    request.arrive();
    await sync;
    expect(await shared.list("ann")).toMatchObject(pending(DONE));
    await healthy.sync();
    expect((await server.openTicks())[64]).toEqual({ 3: true });
  });
});

/** An outbox some of whose uses fail, counted from 1. Each use resolves only after later ones have begun. */
function createFailingOutbox(fails: (use: number) => boolean) {
  const memory = createMemoryOutbox();
  const counted = { uses: 0, isMended: false };
  const failing = <Use extends keyof Outbox>(name: Use): Outbox[Use] => {
    const use = memory[name] as (...args: unknown[]) => Promise<unknown>;
    const take = async (...args: unknown[]) => {
      counted.uses++;
      if (fails(counted.uses) && !counted.isMended) throw new Error("The disk is full.");
      const answer = await use(...args);
      await new Promise(setImmediate);
      return answer;
    };
    return take as Outbox[Use];
  };
  const outbox: Outbox = {
    put: failing("put"),
    list: failing("list"),
    acknowledge: failing("acknowledge"),
    recordAttempt: failing("recordAttempt"),
    refuse: failing("refuse"),
  };
  return { outbox, memory, counted };
}

describe("an outbox that fails", () => {
  const OTHER = tick(2026, 65, 3);
  const UNTICKED = { ...OTHER, state: false };

  /** A person's day that ends with nothing ticked. Returns how often the outbox was used. */
  async function liveThrough(server: Server, fails: (use: number) => boolean, becomesOf: "arrive" | "giveUp") {
    const { outbox, memory, counted } = createFailingOutbox(fails);
    const replica = open(server, outbox);
    const click = (...changes: (typeof DONE)[]) => replica.change(changes).catch(() => {});
    await click(DONE, OTHER);
    const { request, sync } = await sendSlowly(server, replica);
    const changeOfMind = Promise.all([click(UNDONE), click(DONE), click(tick(2026, 66, 3))]);
    request[becomesOf]();
    await Promise.all([sync, changeOfMind]);
    await replica.sync();
    if (becomesOf === "giveUp") expect(await request.arriveLate()).toBe("conflict");
    await Promise.all([click(UNDONE), replica.sync(), click(UNTICKED), click({ ...tick(2026, 66, 3), state: false })]);
    await replica.sync();
    counted.isMended = true;
    await replica.sync();
    const { uses } = counted;
    expect(await server.openTicks()).toEqual({ 64: { 3: false }, 65: { 3: false }, 66: { 3: false } });
    expect(replica.year(2026).cells).toEqual({ 64: { 3: false }, 65: { 3: false }, 66: { 3: false } });
    expect(replica.status()).toMatchObject({ waiting: 0, refused: 0, isInMemory: false });
    expect(await memory.list("ann")).toEqual([]);
    return uses;
  }

  it.each([
    ["once", "is answered", "arrive", (use: number, first: number) => use === first],
    ["once", "is not answered", "giveUp", (use: number, first: number) => use === first],
    ["from then on", "is answered", "arrive", (use: number, first: number) => use >= first],
    ["from then on", "is not answered", "giveUp", (use: number, first: number) => use >= first],
  ] as const)("at any of its uses, %s, loses no click while a sending %s", async (_, __, becomesOf, fails) => {
    const server = createSlowServer("ann");
    let uses = 1;
    for (let first = 1; first <= uses; first++) {
      uses = await liveThrough(server, (use) => fails(use, first), becomesOf);
    }
    expect(uses).toBeGreaterThan(10);
  });
});

it("a write that takes long does not beat a newer click in another tab", async () => {
  const [server, tab, shared] = [createSlowServer("ann"), createTabs(), createMemoryOutbox()];
  const opening = Promise.withResolvers<void>();
  const put: Outbox["put"] = async (...args) => {
    await opening.promise;
    return shared.put(...args);
  };
  const slow = open(server, { ...shared, put }, { peers: tab() });
  const quick = open(server, shared, { peers: tab() });
  const written = slow.change([DONE]);
  await quick.change([UNDONE]);
  opening.resolve();
  await written;
  await expect.poll(() => shared.list("ann")).toMatchObject(pending(UNDONE));
  await Promise.all([quick.sync(), slow.sync()]);
  expect(slow.year(2026).cells[64]?.[3] ?? false).toBe(false);
  expect((await server.openTicks())[64]?.[3] ?? false).toBe(false);
});

it("a number that a cleared outbox gives again is the new change's", async () => {
  const server = createSlowServer("ann");
  let current = createMemoryOutbox();
  const outbox: Outbox = {
    put: (...args) => current.put(...args),
    list: (...args) => current.list(...args),
    acknowledge: (...args) => current.acknowledge(...args),
    recordAttempt: (...args) => current.recordAttempt(...args),
    refuse: (...args) => current.refuse(...args),
  };
  const replica = open(server, outbox);
  await replica.change([DONE]);
  await replica.sync();
  current = createMemoryOutbox();
  await replica.change([tick(2026, 64, 4)]);
  await replica.sync();
  expect((await server.openTicks())[64]).toEqual({ 3: true, 4: true });
});

describe("what the server refuses", () => {
  const FOREIGN: Fields = { year: integerValue(2026), "64": mapValue({ 6: { booleanValue: true } }) };

  it("holds no other day back, of the same batch or of another", async () => {
    const server = createSlowServer("ann");
    plantDocument(server.database, openPath("ann"), FOREIGN);
    const outbox = createMemoryOutbox();
    const replica = open(server, outbox);
    await replica.change([DONE, tick(2026, 65, 3), tick(2026, 300, 3)]);
    expect((await replica.sync()).error?.code).toBe("refused");
    expect(replica.status()).toMatchObject({ waiting: 0, refused: 1 });
    expect(Object.keys(await server.openTicks())).toEqual(["65", "300"]);
    expect(await outbox.list("ann")).toMatchObject([{ change: { row: 64 }, refused: expect.stringContaining("64") }]);
  });

  it("is not tried a thousand times where everything is", async () => {
    const server = createSlowServer("ann");
    plantDocument(server.database, openPath("ann"), { year: integerValue(2026) });
    let commits = 0;
    const save: typeof server.store.save = (document, changes) => {
      commits++;
      return server.store.save({ ...document, path: openPath("bob") }, changes);
    };
    const replica = open(server, createMemoryOutbox(), { store: { ...server.store, save } });
    await replica.change(Array.from({ length: 365 }, (_, index) => tick(2026, index + 1, 3)));
    expect((await replica.sync()).error?.code).toBe("refused");
    // A change that was not sent is not marked as refused.
    expect(replica.status()).toMatchObject({ waiting: 353, refused: 12 });
    expect(commits).toBeLessThan(30);
  });
});

describe("an answer that is older than what is known by now", () => {
  it("changes nothing that was saved meanwhile, where it is a list of years", async () => {
    const server = createSlowServer("ann");
    const years = [2022, 2023, 2024, 2025];
    const replica = open(server, createMemoryOutbox());
    await replica.change([DONE, ...years.map((year) => tick(year, 1, 3))]);
    await replica.sync({ tables: [2026, 2025] });
    const held = server.holdAnswer("list");
    const reading = replica.fetchYears([...years, 2026]);
    const list = await held;
    await replica.change([tick(2025, 365, 3)]);
    await replica.sync();
    list.arrive();
    await reading;
    expect(Object.keys(replica.year(2025).cells)).toEqual(["1", "365"]);
  });

  it("changes nothing either where the server's versions differ by less than a millisecond", async () => {
    let now = Date.parse("2026-03-05T12:00:00Z");
    const server = createSlowServer("ann", () => now);
    const replica = open(server, createMemoryOutbox());
    await replica.change([tick(2026, 64, 1)]);
    await replica.sync({ tables: [2026] });
    // Set the server's clock back: each new version is then one microsecond after the last.
    now -= 3_600_000;
    await replica.change([tick(2026, 64, 2)]);
    await replica.sync();
    const held = server.holdAnswer("get");
    const reading = replica.fetchYears([2026]);
    const answer = await held;
    await replica.change([DONE]);
    await replica.sync();
    answer.arrive();
    await reading;
    expect(replica.year(2026).cells[64]).toEqual({ 1: true, 2: true, 3: true });
  });
});

describe("a listing of the outbox that is answered late", () => {
  it("brings back no change that another tab has meanwhile removed", async () => {
    const server = createSlowServer("ann");
    const shared = createMemoryOutbox();
    const answers: (() => void)[] = [];
    const { promise: listed, resolve: tellListed } = Promise.withResolvers<void>();
    let isSlow = false;
    const slow: Outbox = {
      ...shared,
      async list(uid) {
        const found = await shared.list(uid);
        if (isSlow) {
          tellListed();
          await new Promise<void>((answer) => answers.push(answer));
        }
        return found;
      },
    };
    let hear = (_: PeerMessage) => {};
    const peers: Peers = {
      broadcast() {},
      onMessage(listener) {
        hear = listener;
      },
      close() {},
    };
    const replica = open(server, slow, { peers });
    await replica.sync();
    await replica.change([tick(2026, 65, 1)]);

    const [entry] = await shared.put("ann", pending(DONE));
    isSlow = true;
    hear({ kind: "acknowledged", document: await server.store.readOpen() });
    await listed;
    // The other tab unticked it before anybody sent it.
    await shared.acknowledge("ann", [Number(entry?.sequence)]);
    let isOver = false;
    const sync = replica.sync().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      answers.shift()?.();
    }
    await sync;
    expect(await server.openTicks()).toEqual({ 65: { 1: true } });
    expect(replica.pending()).toEqual([]);
  });
});

describe("at the year's end", () => {
  const LAST = tick(2026, 365, 3);
  const DECEMBER: CivilDate = { year: 2026, month: 12, day: 31 };
  const JANUARY: CivilDate = { year: 2027, month: 1, day: 1 };
  const at = (day: CivilDate) => ({ today: () => day });

  it("a device that closes the year late does not tick again what another unticked before closing it", async () => {
    const server = createSlowServer("ann");
    const other = open(server, createMemoryOutbox(), at(DECEMBER));
    await other.change([LAST]);
    await other.sync();
    const held = server.hold("commit");
    const closing = open(server, createMemoryOutbox(), at(JANUARY)).sync({ tables: [2027] });
    const request = await held;
    await other.change([{ ...LAST, state: false }]);
    await other.sync();
    await open(server, createMemoryOutbox(), at(JANUARY)).sync({ tables: [2027] });
    request.arrive();
    await closing;
    expect((await server.closedTicks(2026))[365]).toEqual({ 3: false });
  });

  it("the first tick of a year is taken from a page that has looked for that year before it began", async () => {
    const server = createSlowServer("ann");
    let today = DECEMBER;
    const replica = open(server, createMemoryOutbox(), { today: () => today });
    await replica.change([2023, 2024, 2025, 2026].map((year) => tick(year, 64, 3)));
    await replica.sync({ tables: [2026] });
    await replica.fetchYears(allYears(today));
    today = JANUARY;
    replica.assume(2027);
    await replica.change([tick(2027, 1, 3)]);
    expect((await replica.sync()).error).toBeNull();
    expect(await server.openTicks()).toEqual({ 1: { 3: true } });
  });

  it("a year is closed into an archive with another field that looks like a day", async () => {
    const server = createSlowServer("ann");
    const field = (text: string): Fields => ({ year: integerValue(2025), "01": { stringValue: text } });
    plantDocument(server.database, openPath("ann"), { ...field("mine"), "1": mapValue({ 1: { booleanValue: true } }) });
    plantDocument(server.database, closedPath("ann", 2025), field("other"));
    const replica = open(server, createMemoryOutbox());
    await replica.change([DONE]);
    expect((await replica.sync()).error).toBeNull();
    expect(await server.closedTicks(2025)).toEqual({ 1: { 1: true } });
  });
});
