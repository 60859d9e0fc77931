import { afterAll, beforeAll, describe } from "vitest";
import { describeListing } from "./suites/listing.ts";
import { type Backend, newPerson } from "./suites/person.ts";
import { describeRefusals } from "./suites/refusals.ts";
import { describeReplica } from "./suites/replica.ts";
import { describeSaving } from "./suites/saving.ts";
import { describeSending } from "./suites/sending.ts";
import { describeYears } from "./suites/years.ts";

/**
 * The contract of every adapter for a person's store, with core on top. `openBackend` is null if the machine lacks the
 * backend. `describeMore` adds tests that only some adapters support.
 */
export function describePersonStore<B extends Backend>(
  name: string,
  openBackend: (() => Promise<B>) | null,
  describeMore: (backend: () => B) => void = () => {},
): void {
  describe.skipIf(openBackend === null)(`The tick store over ${name}`, () => {
    let running: B | undefined;
    beforeAll(async () => {
      running = await openBackend?.();
    });
    afterAll(() => running?.stop());

    const backend = () => {
      if (!running) throw new Error("the backend did not start");
      return running;
    };
    const anybody = () => newPerson(backend());
    describe("saving", () => describeSaving(anybody));
    describe("years", () => describeYears(anybody));
    describe("listing", () => describeListing(anybody));
    describe("sending", () => describeSending(anybody));
    describe("refusals", () => describeRefusals(anybody));
    describe("a replica", () => describeReplica(anybody));
    describeMore(backend);
  });
}
