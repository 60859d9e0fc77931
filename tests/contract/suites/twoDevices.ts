import {
  cellKey,
  createReplica,
  isDone,
  type Outbox,
  SOURCE_NUMBERS,
  type SourceNumber,
  type TickChange,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openOutbox } from "./outbox.ts";
import type { NewPerson, Person } from "./person.ts";
import { change, TODAY } from "./samples.ts";

const RUNS = 25;
const DAYS = [1, 59, 365];

type Step =
  | { readonly kind: "tick"; readonly device: 0 | 1; readonly change: TickChange }
  | { readonly kind: "flush"; readonly device: 0 | 1; readonly lost: "question" | "answer" | null }
  | { readonly kind: "flushBoth" };

const device = fc.constantFrom(0 as const, 1 as const);
const anyChange = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom<SourceNumber>(...SOURCE_NUMBERS), fc.boolean())
  .map(([day, source, done]) => change(day, source, done));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("tick" as const), device, change: anyChange }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("flush" as const),
      device,
      lost: fc.constantFrom("question" as const, "answer" as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "flushBoth" as const }) },
);

/** Two devices that tick and send in any order over a bad line, against the plain idea of what must come of it. */
export function describeTwoDevices(newPerson: NewPerson): void {
  test("after any steps on two devices both see each cell's last accepted write, and nothing is left unsent", async () => {
    const outboxes = [openOutbox(), openOutbox()] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
        const world = createWorld(newPerson(), outboxes);
        for (const step of steps) await world.make(step);
        await world.make({ kind: "flush", device: 0, lost: null });
        await world.make({ kind: "flush", device: 1, lost: null });
        await world.check();
      }),
      { numRuns: RUNS },
    );
  });
}

type Model = Map<string, TickChange>;

function createWorld({ uid, store, other, line }: Person, outboxes: readonly [Outbox, Outbox]) {
  const devices = [
    { store, outbox: outboxes[0], pending: new Map() as Model },
    { store: other, outbox: outboxes[1], pending: new Map() as Model },
  ] as const;
  const server: Model = new Map();

  const send = async (index: 0 | 1) => {
    const { error } = await createReplica({ ...devices[index], uid, today: () => TODAY }).sync();
    return error?.code ?? null;
  };
  const apply = (pending: Model) => {
    for (const [key, next] of pending) server.set(key, next);
  };

  const sendOne = async (index: 0 | 1, lost: "question" | "answer" | null) => {
    const { pending, outbox } = devices[index];
    line.lose(...(index === 0 && lost !== null ? [lost] : []));
    const code = await send(index);
    // Where nothing had to be written there was nothing to lose.
    const isLost = index === 0 && lost !== null && line.unmet() === 0;
    expect(code).toBe(isLost ? "unavailable" : null);
    if (!isLost || lost === "answer") apply(pending);
    // What was lost may have been the second commit: the outbox holds what was not accepted before.
    const waiting = new Set((await outbox.list(uid)).map(cellKey));
    for (const [key, accepted] of pending) {
      if (waiting.has(key)) continue;
      server.set(key, accepted);
      pending.delete(key);
    }
  };

  const sendBoth = async () => {
    line.lose();
    expect(await Promise.all([send(0), send(1)])).toEqual([null, null]);
    const { ticks } = await store.readOpen();
    // Where both changed a cell, whoever came later is right.
    const either = ({ day, source }: TickChange) => change(day, source, isDone(ticks, { day, source }));
    const [mine, yours] = [devices[0].pending, devices[1].pending];
    apply(
      new Map([...mine, ...yours].map(([key, next]) => [key, mine.has(key) && yours.has(key) ? either(next) : next])),
    );
    for (const { pending } of devices) pending.clear();
  };

  return {
    async make(step: Step) {
      if (step.kind === "flush") return sendOne(step.device, step.lost);
      if (step.kind === "flushBoth") return sendBoth();
      const { pending } = devices[step.device];
      await createReplica({ ...devices[step.device], uid, today: () => TODAY }).change([step.change]);
      pending.set(cellKey(step.change), step.change);
    },
    async check() {
      const { ticks } = await store.readOpen();
      for (const next of server.values())
        expect([cellKey(next), isDone(ticks, next)]).toEqual([cellKey(next), next.done]);
      expect(await other.readOpen()).toEqual(await store.readOpen());
      for (const { outbox } of devices) expect(await outbox.list(uid)).toEqual([]);
    },
  };
}
