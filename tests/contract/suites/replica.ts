import { createReplica, isDone, markOf, saveChanges, ticksIn } from "@dailyleet/core";
import { expect, test } from "vitest";
import { openOutbox } from "../../local/support/database.ts";
import { mark, setting } from "../../support/changes.ts";
import type { NewPerson, Person } from "./person.ts";
import { allCells, change, dayOf, NEW_YEAR, THIS_YEAR, TODAY, yearOf } from "./samples.ts";

/**
 * The replica over each backend. outboxContract.ts covers outboxes; tests/core/replica and tests/reliability cover
 * clocks, tabs and faults.
 */
export function describeReplica(newPerson: NewPerson): void {
  const start = ({ store }: Person, outbox = openOutbox(), today = TODAY) => ({
    outbox,
    replica: createReplica({ store, outbox, today: () => today }),
  });

  test("changes of many days and years land where they belong, and nothing waits then", async () => {
    const person = newPerson();
    await person.plantOpen({ ...yearOf(THIS_YEAR), "365": dayOf(1) });
    const { replica } = start(person, openOutbox(), NEW_YEAR);
    await replica.change([...allCells(45), change(365, 2), change(1, 1, true, NEW_YEAR.year)]);
    expect((await replica.sync()).error).toBeNull();
    const closed = ticksIn(await person.readClosed(THIS_YEAR));
    expect(Object.keys(closed)).toHaveLength(46);
    expect(closed[365]).toEqual({ 1: true, 2: true });
    expect(await person.readOpen()).toEqual({ ...yearOf(NEW_YEAR.year), "1": dayOf(1) });
    expect(replica.pending()).toEqual([]);
    expect(replica.status()).toMatchObject({ waiting: 0, refused: 0, server: "reached" });
  });

  test("ticks, marks and settings go together, each to its document, and come back to another device", async () => {
    const person = newPerson();
    const { replica } = start(person);
    const marks = Array.from({ length: 45 }, (_, index) => mark(`example.com/${index}`, 3));
    const last = [change(64, 3), mark("example.com/7", 1), setting("dayEndsAt", "03:00")];
    const saved = await replica.change([...marks, ...last]);
    expect(saved).toHaveLength(47);
    expect(replica.settings().cells).toEqual({ dayEndsAt: { value: "03:00" } });
    expect(markOf(replica.marks().cells, mark("example.com/7", 1))).toBe(1);
    expect((await replica.sync({ tables: [THIS_YEAR] })).error).toBeNull();
    expect(replica.year(THIS_YEAR)).toEqual({ status: "known", from: "server", cells: { 64: { 3: true } } });
    expect(isDone((await person.other.readOpen()).cells, change(64, 3))).toBe(true);
    expect(Object.keys((await person.other.readNamed("marks")).cells)).toHaveLength(45);
    expect(await saveChanges(person.other, [mark("example.com/7", 0)], TODAY)).toEqual([
      { change: mark("example.com/7", 0), was: 1 },
    ]);
    const changed = { change: setting("dayEndsAt", ""), was: "03:00" };
    expect(await saveChanges(person.other, [changed.change, setting("list", "all")], TODAY)).toEqual([
      changed,
      { change: setting("list", "all"), was: "" },
    ]);
    await replica.sync({ tables: ["marks", "settings"] });
    expect(replica.settings()).toEqual({
      status: "known",
      from: "server",
      cells: { dayEndsAt: { value: "" }, list: { value: "all" } },
    });
    expect(markOf(replica.marks().cells, mark("example.com/7", 0))).toBe(0);
    expect(replica.marks()).toMatchObject({ status: "known", from: "server" });
  });

  test.each(["question", "answer"] as const)("a lost %s loses nothing, and is sent by the next start", async (part) => {
    const person = newPerson();
    const { replica, outbox } = start(person);
    expect(await replica.change([change(1, 1), change(2, 2)])).toMatchObject([{ was: false }, { was: false }]);
    person.line.lose(part);
    expect((await replica.sync()).error?.code).toBe("unavailable");
    expect(replica.status()).toMatchObject({ waiting: 2, server: "unreachable" });
    replica.close();
    const next = start(person, outbox).replica;
    expect((await next.sync()).error).toBeNull();
    expect(next.pending()).toEqual([]);
    expect(person.line.commits()).toBe(1);
    expect(await person.readOpen()).toEqual({ ...yearOf(THIS_YEAR), "1": dayOf(1), "2": dayOf(2) });
  });
}
