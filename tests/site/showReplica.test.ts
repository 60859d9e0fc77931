import {
  createPersonStore,
  createReplica,
  DailyleetError,
  type DocumentStore,
  isDone,
  settingCell,
  tickCell,
  toggle,
} from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { $isKnown, $isRead, $ticks, showReplica, showSettings } from "../../site/src/replica/connection.ts";
import { createDocumentCache, logNotices } from "../../site/src/replica/openReplica.ts";
import { $session } from "../../site/src/session/session.ts";
import { $config } from "../../site/src/session/setup.ts";
import { statusText } from "../../site/src/shell/StatusLine.tsx";
import { createLocalProbe } from "../../site/src/view/localProbe.ts";
import { $notice, $sync } from "../../site/src/view/status.ts";
import { $today, $year } from "../../site/src/view/today.ts";
import { tempDatabase } from "../local/support/database.ts";
import { tick } from "../support/changes.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";
import { useBrowser } from "./support/browser.ts";

const TODAY = { year: 2026, month: 3, day: 5 };
const CELL = tickCell(2026, 64, 3);

beforeEach(() => {
  $today.set(TODAY);
  $year.set(2026);
  $session.set({ status: "signed-in", person: { uid: "ann", name: "Ann" } });
});
afterEach(() => void vi.restoreAllMocks());

/** A person's replica on a real database, with the page's view of it. `network.error` is the server's fault. */
function open() {
  const documents = createDocumentStore(tempDatabase(), "ann");
  const network: { error: DailyleetError | null } = { error: null };
  const reach = <T>(work: () => Promise<T>): Promise<T> => (network.error ? Promise.reject(network.error) : work());
  const reachable: DocumentStore = {
    get: (path) => reach(() => documents.get(path)),
    commit: (writes) => reach(() => documents.commit(writes)),
    list: (...args) => reach(() => documents.list(...args)),
  };
  const replica = createReplica({
    store: createPersonStore(reachable, "ann"),
    outbox: createMemoryOutbox(),
    today: () => TODAY,
    onNotice: logNotices(),
  });
  const hide = showReplica("ann", replica);
  onTestFinished(hide);
  const click = () => replica.change([toggle(replica.year(2026).cells, CELL)]);
  return { replica, network, hide, click };
}

const isShown = () => isDone($ticks.get(), CELL);
const status = () => statusText($sync.get());
const consoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => {});

test("a click shows before anything is kept, and the status follows it to the server", async () => {
  const { replica, click } = open();
  const durable = click();
  expect([isShown(), status()]).toEqual([true, "Saving…"]);
  await durable;
  expect(status()).toBe("Saving…");
  await replica.sync({ tables: [2026] });
  expect([isShown(), status(), $isKnown.get(), $isRead.get()]).toEqual([true, "Saved", true, true]);
});

test("without network the click stays on the screen, and the console says once what failed", async () => {
  const errors = consoleErrors();
  const { replica, network, click } = open();
  await click();
  network.error = new DailyleetError("unavailable", "No answer; try again.");
  await replica.sync({ tables: [2026] });
  expect(errors.mock.calls).toEqual([["Error saving tick: No answer; try again."]]);
  expect([isShown(), status()]).toEqual([true, "1 change waiting, offline"]);
  network.error = null;
  await replica.sync({ tables: [2026] });
  expect(status()).toBe("Saved");
});

// tests/core/replica/sending.test.ts covers the number of retries.
test("conflicts without an end are not called a lost network", async () => {
  consoleErrors();
  const { replica, network, click } = open();
  await click();
  network.error = new DailyleetError("conflict", "It changed.");
  await replica.sync();
  expect(status()).toBe("1 change waiting");
});

test("a refusal for good is told and kept, and tried again only on the next visit", async () => {
  const errors = consoleErrors();
  const { replica, network, click } = open();
  await click();
  network.error = new DailyleetError("refused", "Not allowed.");
  await replica.sync();
  network.error = null;
  await replica.sync();
  expect(errors).toHaveBeenCalledTimes(1);
  expect([isShown(), status()]).toEqual([true, "The server refused 1 change; kept on this device. Not allowed"]);
  await replica.sync({ isRetry: true });
  expect(status()).toBe("Saved");
});

test("changes of a year that has not begun wait, and are not told as being saved", async () => {
  consoleErrors();
  const { replica } = open();
  await replica.change([tick(2027, 64, 3)]);
  await replica.sync({ tables: [2026] });
  expect(status()).toBe("1 change waiting");
});

test("a missing document is an empty year, noted on the console once", async () => {
  const notes = vi.spyOn(console, "info").mockImplementation(() => {});
  const { replica } = open();
  await replica.sync({ tables: [2026] });
  await replica.sync({ tables: [2026] });
  expect(notes.mock.calls).toEqual([["No ticks data found for user"]]);
  expect([$isKnown.get(), $ticks.get()]).toEqual([true, {}]);
});

test("somebody with ticks who has marked no question, and was not here last year, is not told of missing ticks", async () => {
  const notes = vi.spyOn(console, "info").mockImplementation(() => {});
  const { replica, click } = open();
  await click();
  await replica.sync({ tables: [2026, 2025, "marks"] });
  expect(notes.mock.calls).toEqual([]);
});

test("another year shows as far as it is known, and what is not known looks different", async () => {
  const { replica, click } = open();
  await click();
  await replica.sync({ tables: [2026] });
  $year.set(2025);
  expect([isShown(), $isKnown.get()]).toEqual([false, false]);
  $year.set(2026);
  expect([isShown(), $isKnown.get()]).toEqual([true, true]);
});

test("nothing of a person who has gone is shown, nor what arrives then", async () => {
  const { replica, hide, click } = open();
  await click();
  const work = replica.sync({ tables: [2026] });
  replica.close();
  hide();
  await work;
  expect([isShown(), $isKnown.get(), $isRead.get(), status()]).toEqual([false, false, false, ""]);
});

test("what the local server says of its database is shown until it says it no more, or is another's answer", async () => {
  const GONE = "The database file is gone";
  const answers = [
    { own: 1, notice: GONE },
    { own: 1, notice: GONE },
    { own: 1, notice: null },
    { notice: 5 },
    "portal",
  ];
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answers.shift())));
  onTestFinished(() => void vi.unstubAllGlobals());
  const hasNews = createLocalProbe();
  const asked: [boolean, string][] = [];
  for (let left = answers.length; left > 0; left--) asked.push([await hasNews(), $notice.get()]);
  expect(asked).toEqual([
    [true, GONE],
    [false, GONE],
    [true, ""],
    [true, ""],
    [true, ""],
  ]);
});

test("the settings known last hold in the task of the next visit, for the same person alone", async () => {
  void useBrowser();
  const database = tempDatabase();
  const visit = (uid: string) => {
    const store = createPersonStore(createDocumentStore(database, uid), uid);
    const cache = createDocumentCache(uid);
    const replica = createReplica({ store, outbox: createMemoryOutbox(), today: () => TODAY, cache });
    const hide = showSettings(uid, replica);
    onTestFinished(hide);
    return { replica, hide, dayEndsAt: $config.get().dayEndsAt };
  };
  const first = visit("ann");
  void first.replica.change([{ ...settingCell("dayEndsAt"), state: "03:00" }]);
  expect([first.dayEndsAt, $config.get().dayEndsAt]).toEqual([undefined, "03:00"]);
  await first.replica.sync({ tables: ["settings"] });
  first.hide();
  expect($config.get().dayEndsAt).toBeUndefined();
  const second = visit("ann");
  expect(second.dayEndsAt).toBe("03:00");
  second.hide();
  expect(visit("bob").dayEndsAt).toBeUndefined();
});
