import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  booleanValue,
  dayOfYear,
  type Fields,
  formatDate,
  integerValue,
  type MarkChange,
  mapValue,
  markCell,
  openPath,
  SOURCE_NUMBERS,
  type TickChange,
  tickCell,
} from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { createRandom, type Random } from "../../tests/support/random.ts";
import { createClock } from "../../tests/support/virtualClock.ts";
import { type CountingServer, createCountingServer } from "./countingStore.ts";
import { createPage, createTerminal, dateOf, midnight, type World } from "./device.ts";
import { createPerson, DAY, HOUR, type Person, planDay, type Visit } from "./people.ts";
import { createTally, type Tally } from "./tally.ts";

export interface SimulationOptions {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
}

export interface Simulation extends SimulationOptions {
  readonly server: CountingServer;
  readonly tally: Tally;
  /** All documents at the end, by path. */
  readonly documents: ReadonlyMap<string, Fields>;
}

/** By then the last visit has ended and every device has a network again. */
const LONGEST_ABSENCE = 14 * HOUR;
const OLD_YEAR = 2026;
const NEW_YEAR = Date.UTC(OLD_YEAR + 1, 0, 1);

/** Simulates days of use around a New Year, equal for an equal seed. Opens every device once more at the end. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const random = createRandom(options.seed);
  const first = NEW_YEAR - Math.ceil(options.days / 2) * DAY;
  const last = first + options.days * DAY;
  const clock = createClock(first - DAY);
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-scale-"));
  const database = openDatabase(join(directory, "server.db"));
  // For speed: no count depends on the disk.
  database.execute("PRAGMA synchronous = OFF");
  try {
    const server = createCountingServer(database, clock.now);
    const world: World = { clock, random, server, tally: createTally() };
    const persons = Array.from({ length: options.people }, (_, number) => createPerson(number, random));
    for (const person of persons) live(world, person, first, last);
    await clock.runUntil(last + 2 * DAY);
    return { ...options, server, tally: world.tally, documents: server.all() };
  } finally {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function live(world: World, person: Person, first: number, last: number): void {
  const { clock, random, server } = world;
  server.seed(openPath(person.uid), usedYear(random));
  const use = createUse(world, person);
  for (let date = first; date < last; date += DAY) {
    clock.at(midnight(date, person.zone), () => {
      for (const visit of planDay(person, random)) clock.at(clock.now() + visit.at, () => use.visit(visit));
    });
  }
  clock.at(midnight(NEW_YEAR, person.zone), use.newYear);
  clock.at(midnight(last, person.zone) + LONGEST_ABSENCE, use.openAll);
}

/** A person's use of all devices. Each click changes a cell that the person has not changed before. */
function createUse(world: World, person: Person) {
  const { clock } = world;
  const pages = { page: createPage(world, person), phone: createPage(world, person) };
  const terminal = createTerminal(world, person);
  const clicked = new Map<string, number>();

  const nextTick = (): TickChange | null => {
    const date = dateOf(clock.now(), person.zone);
    const day = dayOfYear(date);
    const count = clicked.get(`${date.year}/${day}`) ?? 0;
    const source = SOURCE_NUMBERS[count];
    if (source === undefined) return null;
    clicked.set(`${date.year}/${day}`, count + 1);
    return { ...tickCell(date.year, day, source), state: true };
  };
  let practised = 0;
  const nextMark = (): MarkChange => {
    const question = `leetcode.com/problems/number-${practised++ % 75}`;
    return { ...markCell(question, formatDate(dateOf(clock.now(), person.zone))), state: 3 };
  };

  const visitPage = (page: typeof pages.page, { clicks, marks, stay, after, offline }: Visit) => {
    page.setOnline(offline === 0);
    if (offline > 0) clock.at(clock.now() + offline, page.online);
    page.visit();
    for (const click of clicks.filter((moment) => moment < stay)) {
      clock.at(clock.now() + click, () => {
        const tick = nextTick();
        if (tick) void page.click(tick);
      });
    }
    for (const mark of marks.filter((moment) => moment < stay)) {
      clock.at(clock.now() + mark, () => void page.click(nextMark()));
    }
    clock.at(clock.now() + stay, () => page.leave(after));
  };

  return {
    visit(visit: Visit) {
      if (visit.device === "terminal")
        void terminal.run([...visit.clicks.flatMap(() => nextTick() ?? []), ...visit.marks.map(nextMark)]);
      else visitPage(pages[visit.device], visit);
    },
    newYear() {
      for (const page of Object.values(pages)) page.newYear();
    },
    openAll() {
      for (const page of Object.values(pages)) {
        page.online();
        page.visit();
        clock.at(clock.now() + HOUR / 60, () => page.leave("closed"));
      }
    },
  };
}

/** A year of practice: three in five cells done. */
function usedYear(random: Random): Fields {
  const fields: Record<string, Fields[string]> = { year: integerValue(OLD_YEAR) };
  for (let day = 1; day < 350; day++) {
    const done = SOURCE_NUMBERS.filter(() => random.chance(0.6));
    if (done.length > 0) fields[day] = mapValue(Object.fromEntries(done.map((source) => [source, booleanValue(true)])));
  }
  return fields;
}
