import type { Transport } from "@dailyleet/client";
import { createPersonStore, SOURCE_NUMBERS, saveChanges, type TickChange, ticksIn } from "@dailyleet/core";
import { expect, test } from "vitest";
import { openYear } from "../../../packages/core/src/store/years.ts";
import { guardStore } from "../guardedStore.ts";
import { newPerson, type RemoteBackend } from "./person.ts";
import { change, NEW_YEAR, THIS_YEAR, TODAY, yearOf } from "./samples.ts";

/** Ticks and unticks over five days, so that most writes change something. */
const CHANGES: readonly TickChange[] = Array.from({ length: 60 }, (_, index) =>
  change(1 + (index % 5), SOURCE_NUMBERS[(index * 7) % 5] ?? 1, index % 3 !== 0),
);

export function describeBadLine(backend: () => RemoteBackend): void {
  test("every tick arrives once, however many questions and answers get lost on the way", async () => {
    const { uid, readOpen, readClosed } = newPerson(backend());
    const store = createPersonStore(guardStore(backend().overBadLine(uid)), uid);
    for (const next of CHANGES) await saveChanges(store, [next], TODAY);
    const wanted = lastOfEach(CHANGES);
    expect(ticksIn(await readOpen())).toEqual(wanted);
    await openYear(store, NEW_YEAR);
    expect(await readOpen()).toEqual(yearOf(NEW_YEAR.year));
    expect(ticksIn(await readClosed(THIS_YEAR))).toEqual(wanted);
  });
}

function lastOfEach(changes: readonly TickChange[]): Record<number, Record<number, boolean>> {
  const ticks: Record<number, Record<number, boolean>> = {};
  for (const { row, column, state } of changes) ticks[row] = { ...ticks[row], [column]: state };
  return ticks;
}

/** Never three losses in a row: a request is tried three times. */
const FATES = "answer pass question answer pass question question pass answer answer pass".split(" ");

export function breakingTransport(transport: Transport): Transport {
  let requests = 0;
  return async (request) => {
    const fate = FATES[requests++ % FATES.length];
    if (fate === "question") throw broken();
    const response = await transport(request);
    if (fate === "answer") throw broken();
    return response;
  };
}

function broken(): Error {
  return Object.assign(new Error("the connection broke"), { code: "ECONNRESET" });
}
