import { createSchedule, createTickStore, DailyleetError, type DocumentStore, isDone } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createMemoryOutbox } from "../../site/src/lib/memoryOutbox.ts";
import { statusText } from "../../site/src/lib/statusText.ts";
import type { TabMessage } from "../../site/src/lib/tabs.ts";
import { after, wait } from "../../site/src/lib/wait.ts";
import { exchange } from "../../site/src/stores/exchange.ts";
import type { Line } from "../../site/src/stores/line.ts";
import { $session } from "../../site/src/stores/session.ts";
import { $sync, resetSync } from "../../site/src/stores/status.ts";
import { $ticks, addPending, clearTicks, clickCell, settleClick } from "../../site/src/stores/ticks.ts";
import { $today, $year } from "../../site/src/stores/today.ts";
import { tempDatabase } from "../local/support/database.ts";

const CELL = { year: 2026, day: 64, source: 3 } as const;

beforeEach(() => {
  $today.set({ year: 2026, month: 3, day: 5 });
  $year.set(2026);
  $session.set({ status: "signed-in", person: { uid: "ann", name: "Ann" } });
  clearTicks();
  resetSync();
});
afterEach(() => void vi.restoreAllMocks());

/** A person's line to a real database; `network.error` is what the server answers instead. */
function openLine() {
  const documents = createDocumentStore(tempDatabase(), "ann");
  const network: { error: DailyleetError | null } = { error: null };
  const reach = <T>(work: () => Promise<T>): Promise<T> => (network.error ? Promise.reject(network.error) : work());
  const reachable: DocumentStore = {
    get: (path) => reach(() => documents.get(path)),
    commit: (writes) => reach(() => documents.commit(writes)),
  };
  const told: TabMessage[] = [];
  const gone = new AbortController();
  const line: Line = {
    uid: "ann",
    store: createTickStore(reachable, "ann"),
    outbox: createMemoryOutbox(),
    tabs: { tell: (message) => void told.push(message), close: () => {} },
    schedule: { soon: () => {}, now: () => {}, stop: () => {} },
    gone: gone.signal,
    known: null,
    isReadDue: false,
    isRetryDue: true,
  };
  return { line, network, told, gone };
}

async function click(line: Line): Promise<void> {
  const change = clickCell(CELL);
  addPending(await line.outbox.put(line.uid, [change]));
  settleClick(change);
}

const readDone = async (line: Line) => isDone((await line.store.readOpen()).ticks, CELL);
const status = () => statusText($sync.get());
const consoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => {});

test("a click shows, is stored, and the other tabs are told", async () => {
  const { line, told } = openLine();
  await click(line);
  expect(isDone($ticks.get(), CELL)).toBe(true);
  expect(status()).toBe("Saving…");
  expect(await exchange(line, false)).toBe("rest");
  expect(status()).toBe("Saved");
  expect(await readDone(line)).toBe(true);
  expect(await line.outbox.list("ann")).toEqual([]);
  expect(told.map(({ kind }) => kind)).toEqual(["stored"]);
});

test("without network the click stays on the screen and in the outbox until it is sent", async () => {
  const errors = consoleErrors();
  const { line, network } = openLine();
  await click(line);
  network.error = new DailyleetError("unavailable", "No answer; try again.");
  expect(await exchange(line, true)).toBe("retry");
  expect(errors.mock.calls).toEqual([["Error saving tick: No answer; try again."]]);
  expect(status()).toBe("1 change waiting, offline");
  expect(isDone($ticks.get(), CELL)).toBe(true);
  network.error = null;
  expect(await exchange(line, true)).toBe("rest");
  expect(status()).toBe("Saved");
  expect(await readDone(line)).toBe(true);
});

test("conflicts without an end make few requests, and are not called a lost network", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  consoleErrors();
  const { line, network } = openLine();
  let requests = 0;
  const count = <T>(work: () => Promise<T>) => {
    requests++;
    return work();
  };
  const { store } = line;
  const counting = {
    ...store,
    backoff: { wait, random: () => 0.5 },
    readOpen: () => count(store.readOpen),
    save: (...args: Parameters<typeof store.save>) => {
      network.error = new DailyleetError("conflict", "It changed.");
      return count(() => store.save(...args)).finally(() => {
        network.error = null;
      });
    },
  };
  await click(line);
  const schedule = createSchedule({
    run: () => exchange({ ...line, store: counting }, true),
    after,
    now: Date.now,
    random: () => 0.5,
  });
  schedule.now();
  await vi.advanceTimersByTimeAsync(20_000);
  schedule.stop();
  expect(status()).toBe("1 change waiting");
  expect(requests).toBeGreaterThan(12);
  expect(requests).toBeLessThanOrEqual(48);
});

test("reading never undoes a click that is not sent yet", async () => {
  const { line } = openLine();
  await line.store.save({ ...(await line.store.readOpen()), year: 2026 }, [{ ...CELL, day: 1, done: true }]);
  await click(line);
  await exchange({ ...line, outbox: createMemoryOutbox() }, true);
  addPending(await line.outbox.list("ann"));
  expect(isDone($ticks.get(), CELL)).toBe(true);
  expect(isDone($ticks.get(), { day: 1, source: 3 })).toBe(true);
});

test("a refusal for good is told and kept, and not sent again", async () => {
  const errors = consoleErrors();
  const { line, network } = openLine();
  await click(line);
  network.error = new DailyleetError("refused", "Not allowed.");
  expect(await exchange(line, false)).toBe("rest");
  network.error = null;
  expect(await exchange(line, false)).toBe("rest");
  expect(errors).toHaveBeenCalledTimes(1);
  expect(status()).toBe("The server refused 1 change, kept on this device");
  expect(await readDone(line)).toBe(false);
  expect(await line.outbox.list("ann")).toHaveLength(1);

  // The next visit.
  await exchange({ ...line, isRetryDue: true }, false);
  expect(await line.outbox.list("ann")).toEqual([]);
  expect(await readDone(line)).toBe(true);
});

test("a refusal after a failure of the server is told as that, not as a lost connection", async () => {
  consoleErrors();
  const { line, network } = openLine();
  await click(line);
  network.error = new DailyleetError("unavailable", "No answer; try again.");
  expect(await exchange(line, true)).toBe("retry");
  expect(status()).toBe("1 change waiting, offline");
  network.error = new DailyleetError("refused", "Not allowed.");
  expect(await exchange(line, false)).toBe("rest");
  expect(status()).toBe("The server refused 1 change, kept on this device");
});

test("changes of a year that has not begun wait, and are not told as being saved", async () => {
  consoleErrors();
  const { line } = openLine();
  await line.outbox.put(line.uid, [{ ...CELL, year: 2027, done: true }]);
  expect(await exchange(line, true)).toBe("rest");
  expect(status()).toBe("1 change waiting");
});

test("the end of the sign-in ends the session, not the outbox", async () => {
  consoleErrors();
  const { line, network } = openLine();
  await click(line);
  network.error = new DailyleetError("signin-needed", "Sign in again.");
  expect(await exchange(line, true)).toBe("rest");
  expect($session.get().status).toBe("signed-out");
  expect(await line.outbox.list("ann")).toHaveLength(1);
});

test("a missing document is an empty year, noted on the console once", async () => {
  const notes = vi.spyOn(console, "info").mockImplementation(() => {});
  const { line } = openLine();
  await exchange(line, true);
  await exchange(line, true);
  expect(notes.mock.calls).toEqual([["No ticks data found for user"]]);
});

test("what arrives after the person has gone is not shown", async () => {
  const { line, gone } = openLine();
  await click(line);
  const work = exchange(line, true);
  gone.abort();
  clearTicks();
  await work;
  expect(isDone($ticks.get(), CELL)).toBe(false);
  expect(await readDone(line)).toBe(true);
});

test("a second click before the first is durable asks for the opposite", () => {
  expect(clickCell(CELL).done).toBe(true);
  expect(clickCell(CELL).done).toBe(false);
  expect(clickCell(CELL).done).toBe(true);
});
