import {
  type Cell,
  type CivilDate,
  cellKey,
  createTickStore,
  DailyleetError,
  type DocumentStore,
  flush,
  fromEpochDay,
  hasCode,
  readYearDocument,
  type YearDocument,
} from "@dailyleet/core";
import { CLOUD } from "../../site/src/lib/manners.ts";
import { createMemoryOutbox } from "../../site/src/lib/memoryOutbox.ts";
import { createSchedule, type Outcome } from "../../site/src/lib/schedule.ts";
import type { Clock } from "./clock.ts";
import type { CountingServer } from "./countingStore.ts";
import { BURST_PAUSE, DAY, HOUR, type Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { ReadCause, Tally } from "./tally.ts";

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly server: CountingServer;
  readonly tally: Tally;
}

/** How long an answer of the server takes. */
const LATENCY: readonly [number, number] = [40, 200];
/** How often a page looks at the date, as in `site/src/stores/today.ts`: keep it the same. */
const DATE_CHECK_MS = 10_000;

export const dateOf = (moment: number, zone: number): CivilDate =>
  fromEpochDay(Math.floor((moment + zone * HOUR) / DAY));
export const midnight = (date: number, zone: number): number => date - zone * HOUR;

/** What every device has: an outbox, a network that can be away, and core's own reading and sending. */
export function createDevice({ clock, random, server, tally }: World, { uid, zone }: Person) {
  const outbox = createMemoryOutbox();
  let isOnline = true;
  let known: YearDocument | null = null;
  let lastClick = Number.NEGATIVE_INFINITY;

  const travel = async () => {
    await clock.sleep(random.between(...LATENCY));
    if (!isOnline) throw new DailyleetError("unavailable", "There is no network.");
  };
  const storeFor = (cause: ReadCause) => {
    const documents = server.documents(uid);
    const network: DocumentStore = {
      async get(path) {
        await travel();
        tally.reads[cause]++;
        return documents.get(path);
      },
      async commit(writes) {
        await travel();
        return documents.commit(writes);
      },
    };
    return createTickStore(network, uid);
  };
  const today = () => dateOf(clock.now(), zone);

  return {
    today,
    setOnline(value: boolean) {
      isOnline = value;
    },
    async click(cell: Cell) {
      tally.clicks++;
      if (clock.now() - lastClick > BURST_PAUSE) tally.bursts++;
      lastClick = clock.now();
      tally.ticked.set(uid, (tally.ticked.get(uid) ?? new Set()).add(cellKey(cell)));
      await outbox.put(uid, [{ ...cell, done: true }]);
    },
    async send(): Promise<DailyleetError | null> {
      const keep = (document: YearDocument) => {
        known = document;
      };
      const { error } = await flush({ store: storeFor("saving"), outbox }, uid, today(), { known, onSaved: keep });
      return error;
    },
    async read(cause: ReadCause) {
      known = await readYearDocument(storeFor(cause), today().year, today());
    },
  };
}

/** The site in a tab, as `site/src/stores/connection.ts` and `exchange.ts` run it. */
export function createPage(world: World, person: Person) {
  const { clock, random, tally } = world;
  const device = createDevice(world, person);
  let state: "closed" | "visible" | "hidden" = "closed";
  let readDue: ReadCause | null = null;
  let stopWatching = () => {};

  const run = async (): Promise<Outcome> => {
    const cause = readDue;
    readDue = null;
    try {
      const error = await device.send();
      if (error) throw error;
      if (cause) await device.read(cause);
      return "rest";
    } catch (error) {
      readDue ??= cause;
      return hasCode(error, "unavailable") ? "retry" : "rest";
    }
  };
  const newSchedule = () =>
    createSchedule({
      run,
      after: (ms, callback) => clock.at(clock.now() + ms, callback),
      now: clock.now,
      random: random.next,
      ...(CLOUD.pace && { pace: CLOUD.pace }),
    });
  let schedule = newSchedule();

  const refresh = (cause: ReadCause) => {
    if (state === "closed") return;
    readDue = cause;
    schedule.now();
  };
  const watch = () => {
    const next = () => {
      refresh("watching");
      watch();
    };
    stopWatching = clock.at(clock.now() + CLOUD.rereadMs, next);
  };
  const leave = (next: "closed" | "hidden") => {
    if (state === "closed") return;
    stopWatching();
    if (next === "closed") schedule.stop();
    else schedule.now();
    state = next;
  };

  return {
    device,
    /** Opened, or looked at again. */
    visit() {
      tally.openings++;
      if (state === "closed") schedule = newSchedule();
      stopWatching();
      state = "visible";
      refresh("opening");
      watch();
    },
    async click(cell: Cell) {
      if (state === "closed") return;
      await device.click(cell);
      schedule.soon();
    },
    leave,
    online() {
      device.setOnline(true);
      if (state !== "closed") refresh("opening");
    },
    /** An open page notices the new year at its next look at the date, and asks some minutes later if it is seen then. */
    newYear() {
      const wait = random.between(0, DATE_CHECK_MS) + random.between(0, CLOUD.newYearMs);
      clock.at(clock.now() + wait, () => state === "visible" && refresh("watching"));
    },
  };
}
